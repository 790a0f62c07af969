import { ownAccounts } from './accounts.ts'
import { countOf, LOCALE } from './locale.ts'

/** What it comes to, of one posting or several. */
export const verdicts = {
  yes: (count: number) => countOf(count, { one: 'Yes, this is in the log', other: 'Yes, all # are in the log' }),
  no: (count: number) =>
    countOf(count, {
      one: 'No, the log says something else',
      other: 'No, the log says something else of some of them',
    }),
  'not checked': () => 'Not checked',
} as const
export const answers = { yes: 'Yes', no: 'No', 'not checked': 'Not checked' } as const

const whole = (count: number) => count.toLocaleString(LOCALE)
export const position = 'Position'
export const positionOf = (at: number, size: number) => `${whole(at)}, in a log of ${whole(size)} entries`
export const unsignedPosition = (at: number) => `${whole(at)}, not signed yet`
export const noPosition = 'Not numbered yet'
export const atPosition = (at: string) => `${position} ${at}`

/** Why something was not checked, where that is known. */
export const notNumbered = 'A posting gets its position within seconds. Check again then.'
export const notSigned = 'The log is signed once a minute. Check again then.'
export const cannotCheck =
  'The log could not be read, or this browser cannot verify signatures (Ed25519). Keep the file and check it elsewhere.'

/** What each step says where it is right. */
export const steps = {
  shown: 'The log’s entry says what you see here',
  committed: 'It is what stands at that position',
  included: 'It is part of what was signed last',
  signed: 'The signature is right',
  public: 'Everybody is shown the same log',
} as const
/** And where it is wrong. */
export const places = {
  committed: (at: string) => `The log has something else at position ${at}. This posting was changed afterwards.`,
  included: (at: string) => `What was signed has something else at position ${at}.`,
  signed: () => 'It is not signed with the key of the log.',
  public: () => 'Today’s log, as everybody is shown it, does not begin with what was signed here.',
} as const
export const differs = {
  number: 'It is of another posting.',
  kind: 'It is of another kind.',
  time: 'It counts from another moment.',
  entries: 'It has more or fewer entries.',
} as const
/** An own account as its investor reads of it, any other by its name in the books. */
const nameOf = (account: string) => {
  const own = account.startsWith('investor/') ? account.split('/').at(-1) : undefined
  return own !== undefined && own in ownAccounts ? ownAccounts[own as keyof typeof ownAccounts] : account
}
export const noEntry = (account: string) => `It has no entry on ${nameOf(account)}.`
export const otherAmount = (account: string, shown: string, logged: string) =>
  `${nameOf(account)}: ${shown} here, ${logged} in the log.`
export const otherBalance = (account: string, shown: string, logged: string) =>
  `${nameOf(account)}, balance after: ${shown} here, ${logged} in the log.`

export const opened = 'What was opened'
export const openedLine =
  'This is what the log commits to, word for word, each under a salt of its own. What is not yours to see stays closed. An entry has its account, its number there, the amount and the balance after it, in micro-dollars.'
export const closed = 'Closed'
export const salt = 'Salt'
export const header = 'Header'
export const entry = (number: number) => `Entry ${number}`
export const keep = 'Keep it as a file'
export const keepLine = 'This page is ours and checks itself. The file can be checked without us: npm run verify.'
export const fileName = (transfer: string) => `plumb-posting-${transfer}.json`
