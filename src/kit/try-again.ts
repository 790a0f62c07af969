import { setTimeout as pause } from 'node:timers/promises'
import { codeOf } from './error-code.ts'

/** Tries of what another transaction got in the way of. */
const CONFLICTS = 6
const LONGEST_PAUSE = 1000
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
/**
 * The time that a posting counts from is still to come, or has been over for minutes: after it was read the clock was set
 * back, or the machine stood still. Or a quote ended while somebody waited to leave by it. The next try reads it anew.
 */
const WRONG_TIME = new Set(['PLB07', 'PLB09'])
const LOCK_NOT_AVAILABLE = '55P03'
const READ_ONLY = '25006'
/**
 * SQLSTATEs of a server that stops, starts, has become a standby, has no connection left, or has ended ours for standing
 * still; all of class 08 (connection exception) besides.
 */
const SERVER_AWAY = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '25P04', '53300', READ_ONLY])
/** What the system says of a line that breaks, or that leads nowhere for the moment. */
const LINE_BROKEN = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'ERR_STREAM_DESTROYED'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EAI_AGAIN', 'ENOTFOUND'],
])
/** What pg says, without a code, of a connection that was lost before, during or after a statement, or not to be had. */
const LOST_IN_WORDS =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout)/

/**
 * Tries until it is done, for as long as it is worth it: while the database is away, the last try begins no later than
 * `patience` milliseconds on; where somebody else was in the way, it is tried a number of times, however long that takes.
 */
export async function tryAgain<T>(patience: number, attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patience
  let conflicts = 0
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (isConflict(error)) conflicts += 1
      // A machine that stood still has used up its patience by that alone; conflicts have a number of tries instead.
      const isLate = performance.now() >= deadline && !isConflict(error) && !isForOnceMore(error)
      if (!isWorthRetrying(error) || conflicts > CONFLICTS || isLate) throw error
    }
    await pause(Math.min(20 * 2 ** tries, LONGEST_PAUSE))
  }
}

const onceMore = new WeakSet()

/** For what has failed for something that is left out the next time, also where somebody has waited long already. */
export function tryOnceMore(error: unknown): void {
  if (error instanceof Error) onceMore.add(error)
}

const isForOnceMore = (error: unknown) => error instanceof Error && onceMore.has(error)

function isWorthRetrying(error: unknown): boolean {
  return isConflict(error) || isLostConnection(error) || isForOnceMore(error)
}

function isConflict(error: unknown): boolean {
  const code = codeOf(error)
  return code === SERIALIZATION_FAILURE || code === DEADLOCK || isWrongTime(error)
}

function isWrongTime(error: unknown): boolean {
  return WRONG_TIME.has(codeOf(error))
}

/** Whether it was the connection to the database that failed, or the server that is away, and not what was done on it. */
export function isLostConnection(error: unknown): boolean {
  const code = codeOf(error)
  if (SERVER_AWAY.has(code) || LINE_BROKEN.has(code) || /^08...$/.test(code)) return true
  return error instanceof Error && LOST_IN_WORDS.test(error.message)
}

/** Whether somebody else had the record for as long as one waits. */
export function isLocked(error: unknown): boolean {
  return codeOf(error) === LOCK_NOT_AVAILABLE
}
