import type { PauseReason } from './contract.ts'

/** Hours for which withdrawals are paused, from the last of what they are paused for. */
export const PAUSE_HOURS = 24

/** The same as people read it, behind *because*. */
const PAUSED_BECAUSE: Readonly<Record<PauseReason, string>> = {
  'password reset': 'your password was reset',
  'e-mail changed': 'your email address was changed',
  'phone changed': 'your phone number was changed',
  'second factor changed': 'you changed your second factor',
  recovery: 'access to your account was recovered',
}

/** What a mail says of a pause that begins once its receiver has done something. */
export const WITHDRAWALS_PAUSED = `Withdrawals are paused for ${PAUSE_HOURS} hours.`

/** What every mail and text message says about what has begun a pause. */
export function pausedUntilWords(until: Date): string {
  return `Withdrawals are paused until ${momentInWords(until)}.`
}

/** Why an administrator can't pay a withdrawal now; until when, its record says in the time of its reader. */
export const STOPPED =
  `Withdrawals of this investor are stopped for ${PAUSE_HOURS} hours, because they have taken their account back: ` +
  'somebody else may have asked for this one. They can cancel it meanwhile.'

/** Why an administrator can't refund what is held; until when, the investor's record says in the time of its reader. */
export const NOT_REFUNDED =
  'Withdrawals of this investor are paused: somebody else may have asked for this refund. ' +
  'Refund it after the pause, once you know that it is them.'

/** Why nothing can be withdrawn; until when, the form says in the time of its reader. */
export function pausedWords(reason: PauseReason): string {
  return `Withdrawals are paused for ${PAUSE_HOURS} hours, because ${PAUSED_BECAUSE[reason]}. Your money keeps earning.`
}

const MOMENT = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short' })

/** A moment in a mail or a text message, which does not know where its reader is. Answers leave it to the screen. */
export function momentInWords(at: Date): string {
  return `${MOMENT.format(at)} UTC`
}
