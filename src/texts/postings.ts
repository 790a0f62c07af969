import { accounts } from './accounts.ts'
import { countOf } from './locale.ts'

export const heading = 'In the books'
export const explained =
  'Every movement of money is recorded twice: where it comes from and where it goes. Nothing here is ever changed or deleted.'
export const none = 'No money has moved yet.'
export const from = 'From'
export const to = 'To'
export const by = {
  investor: 'by you',
  administrator: 'by an administrator',
  system: 'automatically',
} as const
/** Earnings are credited once a day, and before money moves: by nobody's decision. */
const creditedBy = {
  investor: 'Credited as you moved money',
  administrator: 'Credited before a correction',
  system: 'Credited automatically, once a day',
} as const
/** How a movement of a kind came about. */
export const cameAbout = (kind: string, who: keyof typeof by) =>
  kind === 'investment earned' ? creditedBy[who] : by[who]
export const afterwards = 'then'
export const postings = (count: number) => countOf(count, { one: '# posting', other: '# postings' })
export const eachOf = 'Each of them'

/** The name of an account, with the payment wallet that it belongs to. */
export function accountOf(account: keyof typeof accounts, wallet: string | null): string {
  return wallet === null ? accounts[account] : `${accounts[account]} ${wallet}`
}
/** What is paid out of a payment wallet does not stay anywhere in the books. */
export const paidFrom = (wallet: string) => `Paid out of payment wallet ${wallet}`
