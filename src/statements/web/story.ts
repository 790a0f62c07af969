import type { names } from '#texts/story.ts'
import type { RunningEarnings } from '#investments/rules.ts'
import type { Records } from './decisions.ts'

export type Story = keyof typeof names
/** The accounts of the books whose story can be told; the counter's is counted, not posted. */
export type StoryAccount = Exclude<Story, 'profit'>

/** What the stories are told from, besides the postings. */
export type StoryProps = {
  user: { id: string; name: string }
  histories: Records | undefined
  balance: (RunningEarnings & Readonly<Record<(typeof BALANCES)[StoryAccount], string>>) | undefined
  /** When the balance was true, in milliseconds of this device's clock. */
  balanceAt: number
}

/** Under which name each balance comes with the others. */
export const BALANCES = {
  earnings: 'account_balance',
  referral: 'ref_bal',
  invested: 'current_investment',
  bonus: 'bonus_balanace',
  withdrawing: 'withdrawing',
} as const

const STORIES: readonly string[] = [...Object.keys(BALANCES), 'profit']

/** Which story an address asks for; the earnings where it names none. */
export function storyOf(of: string | undefined): Story {
  return of !== undefined && STORIES.includes(of) ? (of as Story) : 'earnings'
}
