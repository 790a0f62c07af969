/** Hands a checkpoint to one witness and takes its line (C2SP tlog-witness). */
import { SECOND } from '#kit/clock.ts'
import type { LogWitness } from '#kit/log-witnesses.ts'
import { toBase64 } from '../bytes-rules.ts'
import { type Cosigned, cosignedBy } from '../cosignature-rules.ts'
import { readBody } from '../read-body.ts'
import { COSIGNATURE, readVerifierKey } from '../verify-note-rules.ts'

/** Milliseconds for all that is asked of one witness. */
const PATIENCE = 5 * SECOND
/** Bytes of an answer: lines of sixteen keys are fewer. */
const LARGEST = 4 * 1024

export type HandedIn = {
  note: string
  size: number
  /** how large the log was when this witness has cosigned it last, as far as we know */
  old: number
  /** what shows that the log of this size begins the one of the note */
  pathFrom(old: number): Promise<readonly Uint8Array[]>
}

/**
 * What the witness says of the note, verified with its key. Where it knows another size than we thought it is asked once
 * more. Whatever comes back is held at arm's length: no redirects, only so much of it, only so long. Throws where it has
 * not cosigned.
 */
export async function handIn({ key, url }: LogWitness, handed: HandedIn): Promise<Cosigned> {
  const verifier = await readVerifierKey(key, COSIGNATURE)
  if (verifier === undefined) throw new Error(`"${key}" is not the key of a witness`)
  const signal = AbortSignal.timeout(PATIENCE)
  const ask = async (old: number) => {
    const path = old === 0 ? [] : await handed.pathFrom(old)
    const body = `old ${old}\n${path.map((hash) => `${toBase64(hash)}\n`).join('')}\n${handed.note}`
    const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body, signal, redirect: 'error' })
    return { status: response.status, text: (await readBody(response, LARGEST)).toString('utf8') }
  }
  let answer = await ask(handed.old)
  const size = answer.status === 409 && /^(0|[1-9]\d{0,15})\n$/.test(answer.text) ? Number(answer.text) : undefined
  if (size !== undefined && size > handed.size) throw new Error(`it has cosigned ${size} entries, more than there are`)
  if (size !== undefined && size !== handed.old) answer = await ask(size)
  if (answer.status !== 200) throw new Error(`it answered ${answer.status}`)
  const cosigned = await cosignedBy(handed.note + answer.text, verifier)
  if (cosigned === undefined) throw new Error('what it answered is not its signature')
  return cosigned
}
