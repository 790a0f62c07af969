/** A witness asks the log itself, keeps what is new, and says where the log is not what it was. */
import { sameBytes, toBase64 } from '../bytes-rules.ts'
import { HASH_LENGTH } from '../hash.ts'
import { grownTiles, hashAt, rootOf } from '../merkle.ts'
import { TILE_WIDTH } from '../tile-rules.ts'
import { isIncluded } from '../verify-merkle-rules.ts'
import { type LogDifference, findDifference } from './find-difference.ts'
import type { KeptLog } from './kept-log.ts'
import type { LogSource } from './log-source.ts'
import { keepAndCosign, readShown, type Shown, type Witness, type WitnessedLog } from './open-witness.ts'

/**
 * What a look at a log has shown. `continued`: it begins with all that was seen before; `older`: it is one of those seen
 * before; `rewritten`: it is not, from `position` on where that can be told, and `path` holds both checkpoints and what shows
 * it; `unfit`: its tiles are not those of what it has signed.
 */
export type LogLook =
  | { found: 'continued' | 'older' | 'unfit'; size: number }
  | { found: 'rewritten'; size: number; position: number | undefined; path: string }

/** Throws a sentence where the log does not answer, or is signed by nobody known here. */
export async function watchLog(witness: Witness, source: LogSource): Promise<LogLook> {
  const note = await source.checkpoint()
  const shown = await readShown(note, witness.keys)
  if (shown === 'malformed') throw new Error('What the log shows is no checkpoint.')
  if (shown === 'unknown')
    throw new Error('The log goes by a name that is not known here. Ask its operator why, and start with its new key.')
  if (shown === 'unsigned') throw new Error('No key that is known here has signed what the log shows.')
  const log = witness.logs.get(shown.origin)
  if (log === undefined) throw new Error(`no log is kept for ${shown.origin}`)
  return await log.alone(() => compare(witness, log, shown, source))
}

async function compare(witness: Witness, log: WitnessedLog, shown: Shown, source: LogSource): Promise<LogLook> {
  const { kept } = log
  const { size } = shown
  const head = kept.head()
  const isOlder = head !== undefined && head.size > size
  const isNew = size > kept.size()
  // what was cosigned since the tiles were looked at last begins with it or not: that shows when the log has grown past it
  if (isNew && isOlder) return { found: 'older', size }
  if (isNew) await fetchNew(kept, size, source)
  if (!sameBytes(rootOf(size, kept.tileAt), shown.root)) {
    const difference = await differenceIn(kept, shown, source)
    return isNew && difference === undefined ? { found: 'unfit', size } : rewritten(kept, shown, difference)
  }
  if (isOlder) return { found: 'older', size }
  if (head !== undefined && !sameBytes(rootOf(head.size, kept.tileAt), head.root))
    return rewritten(kept, shown, undefined)
  if (isNew) kept.keepSize(size)
  keepAndCosign(witness, log, shown)
  return { found: 'continued', size }
}

/** Keeps the leaves that are new, and what follows of them above: nobody has signed them until their root is compared. */
async function fetchNew(kept: KeptLog, size: number, source: LogSource): Promise<void> {
  let at = kept.size()
  while (at < size) {
    const n = Math.floor(at / TILE_WIDTH)
    const tile = await source.tile({ level: 0, n }, size)
    const first = at % TILE_WIDTH
    const hashes = Array.from({ length: tile.length / HASH_LENGTH - first }, (_, place) => hashAt(tile, first + place))
    for (const grown of grownTiles(at, hashes, kept.tileAt)) kept.keepTile(grown, grown.hashes)
    at += hashes.length
  }
}

/** Where what is shown parts from what is kept, if that leaf is really one of the tree that was signed. */
async function differenceIn(kept: KeptLog, shown: Shown, source: LogSource): Promise<LogDifference | undefined> {
  if (kept.size() === 0) return undefined
  const found = await findDifference({ size: kept.size(), tileAt: kept.tileAt }, { size: shown.size, source })
  if (found === undefined) return undefined
  const leaf = { hash: found.shown.hash, index: found.position }
  return (await isIncluded(leaf, shown, found.shown.path)) ? found : undefined
}

function rewritten(kept: KeptLog, shown: Shown, difference: LogDifference | undefined): LogLook {
  const { size, text, signed } = shown
  const leafOf = ({ hash, path }: LogDifference['kept']) => ({ hash: toBase64(hash), path: path.map(toBase64) })
  const path = kept.keepFork(size, {
    shown: `${text}\n${signed}`,
    kept: kept.head()?.note ?? null,
    position: difference?.position ?? null,
    ...(difference && {
      kept_size: kept.size(),
      kept_leaf: leafOf(difference.kept),
      shown_leaf: leafOf(difference.shown),
    }),
  })
  return { found: 'rewritten', size, position: difference?.position, path }
}
