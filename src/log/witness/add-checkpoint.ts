/** What a witness answers to a checkpoint that is handed to it (C2SP tlog-witness). */
import { fromBase64, sameBytes } from '../bytes-rules.ts'
import { emptyRoot } from '../merkle.ts'
import { isConsistent } from '../verify-merkle-rules.ts'
import { keepAndCosign, readShown, type Witness } from './open-witness.ts'

export type Answer = { status: 200 | 400 | 403 | 404 | 409 | 422; type: string; body: string }
type Handed = { oldSize: number; path: Uint8Array[]; note: string }

const MOST_PROOF_LINES = 63
const HASH_LENGTH = 32

const answer = (status: Answer['status'], body = '', type = 'text/plain; charset=utf-8'): Answer => ({
  ...{ status, type, body },
})

/** Cosigns what continues the checkpoint that it has cosigned last, and is kept before it answers; one at a time of a log. */
export async function addCheckpoint(witness: Witness, body: string): Promise<Answer> {
  const handed = readHanded(body)
  const shown = handed === undefined ? 'malformed' : await readShown(handed.note, witness.keys)
  if (handed === undefined || shown === 'malformed') return answer(400, 'This is not what a witness is asked.\n')
  if (shown === 'unknown') return answer(404, 'This log is not one that is witnessed here.\n')
  if (shown === 'unsigned') return answer(403, 'No key that is known here has signed this.\n')
  if (handed.oldSize > shown.size) return answer(400, 'The old size is larger than the new one.\n')
  const log = witness.logs.get(shown.origin)
  if (log === undefined) throw new Error(`no log is kept for ${shown.origin}`)
  return await log.alone(async () => {
    const last = log.kept.head()
    const { size, root } = last ?? { size: 0, root: emptyRoot() }
    const isAnother = shown.size === size && !sameBytes(shown.root, root)
    if (handed.oldSize !== size || isAnother) return answer(409, `${size}\n`, 'text/x.tlog.size')
    if (!(await isConsistent({ size, root }, shown, handed.path)))
      return answer(422, 'This does not continue what was cosigned here.\n')
    return answer(200, keepAndCosign(witness, log, shown))
  })
}

/** `old` and its size, the proof a hash a line, an empty line, the checkpoint. Undefined where it is not that. */
function readHanded(body: string): Handed | undefined {
  const end = body.indexOf('\n\n')
  const [first = '', ...hashes] = end < 0 ? [] : body.slice(0, end).split('\n')
  const digits = /^old (0|[1-9]\d*)$/.exec(first)?.[1]
  const path = hashes.map(fromBase64).filter((hash) => hash?.length === HASH_LENGTH)
  const oldSize = Number(digits)
  if (!Number.isSafeInteger(oldSize) || path.length < hashes.length || path.length > MOST_PROOF_LINES) return undefined
  return { oldSize, path: path.filter((hash) => hash !== undefined), note: body.slice(end + 2) }
}
