import type { Who } from '#kit/wire.ts'
import type { User } from '#users/contract.ts'

export const SHORTEST_PASSWORD = 10

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * How long a session lives, in milliseconds: until nobody has been there for `idle`, and no longer than `absolute` in any
 * case. An administrator's is short whatever was asked for at the sign-in.
 */
export const SESSION_LIVES = {
  oneHalf: { idle: 15 * MINUTE, absolute: 15 * MINUTE },
  investor: { idle: HOUR, absolute: DAY },
  remembered: { idle: 7 * DAY, absolute: 30 * DAY },
  administrator: { idle: 15 * MINUTE, absolute: 12 * HOUR },
} as const
type SessionKind = { cookie_hash: string | null; remembered: boolean; roles: readonly Role[] }

export function sessionLife({ cookie_hash, remembered, roles }: SessionKind): { idle: number; absolute: number } {
  if (cookie_hash === null) return SESSION_LIVES.oneHalf
  if (roles.length > 0) return SESSION_LIVES.administrator
  return remembered ? SESSION_LIVES.remembered : SESSION_LIVES.investor
}

/** When a session ends unless somebody is there before. By the roles of now: who was given some has the shorter life. */
export function sessionEnd(session: SessionKind & { created_at: Date; seen_at: Date | null; expires_at: Date }): Date {
  const { idle, absolute } = sessionLife(session)
  const { created_at, seen_at, expires_at } = session
  const ends = [expires_at.getTime(), created_at.getTime() + absolute, (seen_at ?? created_at).getTime() + idle]
  return new Date(Math.min(...ends))
}

/** How long a second factor that was proved in a session is good for what needs one, in milliseconds. */
export const STEP_UP_LASTS = 5 * MINUTE
/** How long the half that a session had before goes on, for what was under way, in milliseconds. */
export const HALF_BEFORE_LASTS = MINUTE
/** How long a right password waits for its second factor, in milliseconds. */
export const ATTEMPT_LASTS = 5 * MINUTE
/** Open sessions of one user; with another, the oldest ends. */
export const MOST_SESSIONS = 20
export const LONGEST_DEVICE_NAME = 40
/** How long a registration waits for its codes, in milliseconds. */
export const REGISTRATION_WAITS = 7 * DAY

type Role = User['roles'][number]

/**
 * Who may make which call: the one table. Deny by default: a call whose `who` is not here is nobody's.
 * An empty list asks for no role, so that users with roles make investor calls for themselves as well.
 */
const ROLES_FOR: Readonly<Partial<Record<Who, readonly Role[]>>> = {
  investor: [],
  administrator: ['owner', 'reviewer', 'support'],
  reviewer: ['owner', 'reviewer'],
  owner: ['owner'],
}

/** Whether a signed-in user with these roles may make a call for `who`. */
export function mayCall(who: Who, roles: readonly Role[]): boolean {
  const needed = ROLES_FOR[who]
  return needed !== undefined && (needed.length === 0 || needed.some((role) => roles.includes(role)))
}

type SecondFactors = Record<'adminSecondFactor' | 'investorSecondFactor', 'required' | 'optional'>

/** Whether somebody with these roles has to have a second factor in this house. */
export function needsFactor(
  { adminSecondFactor, investorSecondFactor }: SecondFactors,
  roles: readonly Role[],
): boolean {
  return investorSecondFactor === 'required' || (adminSecondFactor === 'required' && roles.length > 0)
}

/** Letters or digits that a word or a row has before a password is weaker for holding it. */
const SHORTEST_WORD = 4
const SHORTEST_RUN = 5
/** Letters that make a password somebody's own, whatever else they put round them. */
const FEWEST_LETTERS = 4
const SERVICE = 'plumb'
const ROWS = [
  ...['abcdefghijklmnopqrstuvwxyz', '01234567890'],
  ...['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'yxcvbnm', 'azertyuiop', 'qsdfghjklm', 'wxcvbn'],
  ...['1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p', 'qazwsxedcrfvtgbyhnujmikolp'],
].flatMap((row) => [row, reversed(row)])
const REPEATED = /(.{1,4}?)\1{2,}/gu

/**
 * What is wrong with a new password, or null. Whether it is a leaked one, the server knows.
 *
 * Besides its length, what NIST SP 800-63B (5.1.1.2) asks for: no repetition, no sequence, and no words that are to be
 * expected of this person here (`of`, where they are known, and the service). A word alone does no harm: these are taken
 * out, and what is left has to be a password of its own length or hold four letters. So `amy-owner2024` is refused as
 * `owner` with a few digits, and `the owner hangs it straight` is not.
 */
export function checkNewPassword(password: string, of: { name?: string; email?: string } = {}): string | null {
  if ([...password].length < SHORTEST_PASSWORD) return `Use ${SHORTEST_PASSWORD} or more characters.`
  const plain = password.normalize('NFKC').toLowerCase()
  const withoutRows = withoutRuns(plain.replace(REPEATED, ''))
  if (!isEnough(withoutRows)) return 'Don’t use a repeated character or a sequence such as 12345678 or qwertyuiop.'
  const own = wordsOf(of).reduce((left, word) => left.replaceAll(word, ''), plain)
  if (!isEnough(withoutRuns(own.replace(REPEATED, ''))))
    return 'Don’t make it from your username, your email address or the name of this site.'
  return null
}

function isEnough(left: string): boolean {
  return [...left].length >= SHORTEST_PASSWORD || (left.match(/\p{L}/gu) ?? []).length >= FEWEST_LETTERS
}

/** A text without the parts of rows of the alphabet, the digits and the keyboard that stand in it. */
function withoutRuns(text: string): string {
  let left = ''
  for (let at = 0; at < text.length;) {
    const run = ROWS.reduce((longest, row) => Math.max(longest, sharedWith(row, text, at)), 0)
    if (run < SHORTEST_RUN) left += text[at]
    at += run < SHORTEST_RUN ? 1 : run
  }
  return left
}

/** How many characters from a place on stand in a row one after the other, as they do in the text. */
function sharedWith(row: string, text: string, at: number): number {
  const from = row.indexOf(text.slice(at, at + SHORTEST_RUN))
  if (from === -1 || at + SHORTEST_RUN > text.length) return 0
  let run = SHORTEST_RUN
  while (from + run < row.length && row[from + run] === text[at + run]) run += 1
  return run
}

/** What somebody is called, whole and in parts, forwards and backwards; the longest first. */
function wordsOf({ name = '', email = '' }: { name?: string; email?: string }): string[] {
  const texts = [name, email, email.slice(0, email.lastIndexOf('@'))].map((text) =>
    text.normalize('NFKC').toLowerCase(),
  )
  const parts = texts.flatMap((text) => [text, text.replace(/[^a-z0-9]/g, ''), ...text.split(/[^a-z0-9]+/)])
  const words = [...parts, ...parts.flatMap((part) => part.split(/[^a-z]+/)), SERVICE]
  return [
    ...new Set(words.filter(({ length }) => length >= SHORTEST_WORD).flatMap((word) => [word, reversed(word)])),
  ].toSorted((one, other) => other.length - one.length)
}

function reversed(text: string): string {
  return [...text].toReversed().join('')
}

/** What is wrong with a new password's second typing, or null. */
export function checkConfirmation(password: string, confirmation: string): string | null {
  return password === confirmation ? null : 'The two passwords are not the same.'
}
