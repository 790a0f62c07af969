/** A witness reads which proofs of what is owed the log has: each has to be opened to everybody, and no epoch has two. */
import { fromBase64, sameBytes, toBase64 } from '../bytes-rules.ts'
import { typeLine } from '../canonical-rules.ts'
import { announcementCommitment, logEntry } from '../commitment.ts'
import { hashAt, inclusionPath, leafHash } from '../merkle.ts'
import { firstOutOfOrder, type ProofAt } from '../proof-order.ts'
import { TILE_WIDTH } from '../tile-rules.ts'
import type { KeptLog, KeptProof } from './kept-log.ts'
import type { LogSource } from './log-source.ts'
import { readShown, type Shown, type Witness } from './open-witness.ts'

/**
 * What its proofs have shown. `once`: each is opened, and no epoch stands twice. `hidden`: the house shows strangers no
 * books, and so none of them. `closed`: one is opened to nobody. `twice`: one is not of a later epoch than one before it.
 * `path` is of a file that shows it.
 */
export type ProofsLook =
  | { found: 'once'; proofs: number }
  | { found: 'hidden'; position: number }
  | { found: 'closed'; position: number; path: string }
  | { found: 'twice'; earlier: ProofAt; later: ProofAt; path: string }

/** After a look at the log itself. Throws a sentence where the house does not answer, or with what it has not signed. */
export async function watchProofs(witness: Witness, source: ProofSource): Promise<ProofsLook> {
  const shown = await readShown(await source.checkpoint(), witness.keys)
  const log = typeof shown === 'string' ? undefined : witness.logs.get(shown.origin)
  if (typeof shown === 'string' || log === undefined)
    throw new Error('What the log shows is no checkpoint of a log that is known here.')
  return await log.alone(() => lookThrough(log.kept, shown, source))
}

type ProofSource = Pick<LogSource, 'checkpoint' | 'entries' | 'announcement'>

async function lookThrough(kept: KeptLog, shown: Shown, source: ProofSource): Promise<ProofsLook> {
  if (shown.size > kept.size()) throw new Error('The log has grown meanwhile: its proofs are read at the next look.')
  const proofs: KeptProof[] = [...kept.proofs().proofs, ...(await fetchNew(kept, source))]
  let [hidden, closed]: (number | undefined)[] = []
  for (const [at, proof] of proofs.entries()) {
    if (proof.opened !== null) continue
    const said = await source.announcement(proof.position)
    if (said === 'hidden') hidden ??= proof.position
    else if (said === undefined || !isSaidThere(kept, proof.position, said)) closed ??= proof.position
    else proofs[at] = { ...proof, opened: said }
  }
  kept.keepProofs({ size: kept.size(), proofs })
  const wrong = firstOutOfOrder(proofs.flatMap(placeOf))
  if (wrong !== undefined) {
    const both = proofs.filter(({ position }) => [wrong.earlier.position, wrong.later.position].includes(position))
    return { found: 'twice', ...wrong, path: keep(kept, shown, both) }
  }
  if (closed !== undefined) {
    const one = proofs.filter(({ position }) => position === closed)
    return { found: 'closed', position: closed, path: keep(kept, shown, one) }
  }
  return hidden === undefined ? { found: 'once', proofs: proofs.length } : { found: 'hidden', position: hidden }
}

/** The proofs among the entries that were not looked through yet. */
async function fetchNew(kept: KeptLog, source: Pick<LogSource, 'entries'>): Promise<KeptProof[]> {
  const [from, size] = [kept.proofs().size, kept.size()]
  const line = Buffer.from(typeLine('proof'))
  const found: KeptProof[] = []
  for (let n = Math.floor(from / TILE_WIDTH); n * TILE_WIDTH < size; n += 1) {
    for (const [at, entry] of (await source.entries(n, size)).entries()) {
      const position = n * TILE_WIDTH + at
      if (!sameBytes(leafHash(entry), leafAt(kept, position)))
        throw new Error(`The entry that is shown at position ${position} is not the one that was signed.`)
      const isProof = sameBytes(entry.subarray(0, line.length), line)
      if (isProof && position >= from) found.push({ position, opened: null })
    }
  }
  return found
}

const leafAt = ({ tileAt }: KeptLog, position: number) =>
  hashAt(tileAt({ level: 0, n: Math.floor(position / TILE_WIDTH) }), position % TILE_WIDTH)

/** The six lines of a proof and nothing else: with more of them one entry could be read as two proofs. */
const PROOF = /^[1-9]\d{0,9}\n(?:\d+\n){4}[A-Za-z0-9+/]{43}=\n$/

/** Whether the log has committed to this, and it is what a proof says. */
function isSaidThere(kept: KeptLog, position: number, { text, salt }: { text: string; salt: string }): boolean {
  const key = fromBase64(salt)
  if (key?.length !== 32 || !PROOF.test(text)) return false
  const commitment = announcementCommitment('proof', Buffer.from(text), key)
  return sameBytes(leafHash(logEntry('proof', commitment)), leafAt(kept, position))
}

const placeOf = ({ position, opened }: KeptProof): ProofAt[] =>
  opened === null ? [] : [{ position, epoch: Number(opened.text.split('\n', 1)[0]) }]

/** The checkpoint, and of each entry what was opened of it and its way to the root. */
function keep(kept: KeptLog, { size, text, signed }: Shown, proofs: readonly KeptProof[]): string {
  const pathOf = (position: number) => inclusionPath(position, size, kept.tileAt).map(toBase64)
  return kept.keepProofsFound(size, {
    checkpoint: `${text}\n${signed}`,
    proofs: proofs.map((proof) => ({
      ...proof,
      leaf: toBase64(leafAt(kept, proof.position)),
      path: proof.position < size ? pathOf(proof.position) : null,
    })),
  })
}
