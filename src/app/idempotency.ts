import type { Database, Tx } from '#kit/database.ts'
import { Refusal, refuse, refuseField, REFUSAL_STATUS, type RefusalCode, type FieldErrors } from '#kit/refusal.ts'
import { keyed } from '#kit/pepper.ts'
import { rollBackTo, setSavepointInCase } from '#kit/pipeline.ts'
import { OutcomeUnknown, readTransaction, transaction } from '#kit/transaction.ts'
import { isLocked } from '#kit/try-again.ts'
import { readAnswered, readKey, rememberReply, takeKey } from './store.ts'

const LONGEST_KEY = 255

/** A request that carries a key: whose it is, which call, the key and the input. */
export type KeyedRequest = { scope: string; route: string; key: string; input: unknown }

/** A key that was taken outside of a transaction has no answer, and whoever comes next takes it over. */
const BEGINS_WITH_KEY = { beginsWithFirst: true }

type Outcome<T> = { reply: T } | { refusal: Refusal }
type Refused = { message: string; errors?: FieldErrors }

/** Reads the Idempotency-Key header; refuses what is empty, too long or not plain. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || header === '' || header.length > LONGEST_KEY || !/^[\x21-\x7e]+$/.test(header)) {
    refuseField('Idempotency-Key', `Send an Idempotency-Key of 1 to ${LONGEST_KEY} plain characters, once.`)
  }
  return header
}

/**
 * Runs a verb in one transaction and keeps what it answers, reply or refusal, beside what it did; `seen` is told
 * when the key is found to be new, which means that nothing was done under it before, and when the answer is kept. The
 * same key with the same input answers the same without doing it again, also when the connection was lost while the
 * first COMMIT was under way; with another input it is 422. A 401, a 429 or a bug is not kept.
 * Throws OutcomeUnknown where the first request with this key is still under way after all waiting.
 */
export async function once<T>(
  db: Database,
  request: KeyedRequest,
  verb: (tx: Tx) => Promise<T>,
  seen: (what: 'a new key' | 'a kept answer') => void = () => {},
): Promise<T> {
  const fingerprint = fingerprintOf(db, request)
  const at = { scope: request.scope, route: request.route, key: request.key }
  const outcome = await transaction(
    db,
    async (tx, settled): Promise<Outcome<T>> => {
      const isNew = await takeKey(tx, { ...at, fingerprint }).catch(unknownWhereLocked)
      // Whoever took this key before has ended: with its row, or without.
      settled()
      if (!isNew) {
        const known = await readKey(tx, at)
        if (known.fingerprint !== fingerprint) throw usedForAnother()
        if (known.status === null || known.reply === null) throw new Error('a key was committed without its answer')
        return replay<T>(known.status, known.reply)
      }
      seen('a new key')
      await setSavepointInCase(tx, 'verb')
      const done = await outcomeOf(tx, verb)
      const answer =
        'reply' in done
          ? { status: 200, body: done.reply }
          : { status: REFUSAL_STATUS[done.refusal.code], body: asBody(done.refusal) }
      await rememberReply(tx, { ...at, status: answer.status, reply: JSON.stringify(answer.body) })
      return done
    },
    BEGINS_WITH_KEY,
  )
  seen('a kept answer')
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.reply
}

/**
 * Does what looks at a password or a code before it comes to `once`: what proved somebody may prove nothing any more once
 * it is done, so that the same request sent again would be refused for it. What stands under its key already is answered
 * instead, also where that came to stand there meanwhile. `answered` is told; `isBegun` tells whether `work` has come
 * to `once`, whose own refusal it is then.
 */
export async function orAnswered<T>(
  db: Database,
  request: KeyedRequest,
  work: () => Promise<T>,
  { answered, isBegun }: { answered: () => void; isBegun: () => boolean },
): Promise<T> {
  const before = await answerUnder<T>(db, request)
  if (before !== undefined) return said(before, answered)
  try {
    return await work()
  } catch (error) {
    if (isBegun() || !(error instanceof Refusal)) throw error
    const meanwhile = await answerUnder<T>(db, request)
    if (meanwhile === undefined) throw error
    return said(meanwhile, answered)
  }
}

function said<T>(outcome: Outcome<T>, answered: () => void): T {
  answered()
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.reply
}

async function answerUnder<T>(db: Database, request: KeyedRequest): Promise<Outcome<T> | undefined> {
  const known = await readTransaction(db, (tx) => readAnswered(tx, request))
  if (known === undefined) return undefined
  if (known.fingerprint !== fingerprintOf(db, request)) throw usedForAnother()
  return replay<T>(known.status, known.reply)
}

/** Keyed: there may be a password in it, or a code, and a copy of the database must not tell which. */
function fingerprintOf(db: Database, { input }: KeyedRequest): string {
  return keyed(db, 'request', JSON.stringify(input, inOrder))
}

function usedForAnother(): Refusal {
  return new Refusal('bad input', 'This Idempotency-Key was used for another request. Use a new one.')
}

/** Another request with the same key has not ended yet, and may still be done. */
function unknownWhereLocked(error: unknown): never {
  throw isLocked(error) ? new OutcomeUnknown(error) : error
}

async function outcomeOf<T>(tx: Tx, verb: (tx: Tx) => Promise<T>): Promise<Outcome<T>> {
  try {
    return { reply: await verb(tx) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'too many' || error.code === 'not signed in') throw error
    await rollBackTo(tx, 'verb')
    return { refusal: error }
  }
}

function replay<T>(status: number, reply: string): Outcome<T> {
  const body: unknown = JSON.parse(reply)
  if (status === 200) return { reply: body as T }
  const { message, errors } = body as Refused
  return { refusal: new Refusal(codeOf(status), message, errors) }
}

function asBody(refusal: Refusal): Refused {
  return { message: refusal.message, ...(refusal.errors === undefined ? {} : { errors: refusal.errors }) }
}

function codeOf(status: number): RefusalCode {
  for (const [code, of] of Object.entries(REFUSAL_STATUS)) if (of === status) return code as RefusalCode
  return refuse('wrong state', 'The first answer to this request can no longer be read.')
}

/** Objects with their fields in order: the same body written in another order is the same body. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
