import { operator, product } from './product.ts'
import { LOCALE, whenNeeded } from './locale.ts'

export const tab = 'Your invitation'
/** For whoever has none. */
export const tabOfAll = 'Plans and risks'
export const invites = (name: string) => `${name} invites you to ${product}.`
export const welcome = `Welcome to ${product}.`
export const motto = 'Every dollar here is one you can check.'

export const unknown = `This invitation is no longer valid: nobody at ${product} has the username in its link. You can look around and create an account without it.`
export const incomplete = 'This invitation link is incomplete. You can look around and create an account without it.'

export const create = 'Create Account'
export const login = 'Login'
export const haveAccount = 'Have an account?'

export const who = 'Who invites you'
export const bonus = (name: string) =>
  `For each investment that you pay for, ${name} receives a referral bonus from the operator, at the percentage stated in the plan. It is not taken from your money.`
export const seen = (name: string) =>
  `${name} then sees your username, your full email address and the amount of that investment.`

export const plans = 'The plans'
export const noPlans = 'No plan is on offer at the moment.'
export const aDay = 'a day'
export const aYear = 'a year'
export const amounts = 'Amount'
/** Dollars as the wire writes them: `$100.00 to $5,000.00`. */
export const fromTo = (least: string, most: string) => `${usd(least)} to ${usd(most)}`
export const duration = 'Duration'
export const referralBonus = 'Referral Bonus'
export const failed = 'The plans could not be loaded.'
export const again = 'Try again'

export const risk = 'The risk'
export const risks = [
  'You can lose money. Your capital is at risk, and what a plan has earned so far doesn’t tell you what it will earn.',
  'Your money stays in the plan until the end of its duration. Then it returns to your Earnings Wallet. Leave earlier, and you keep of what it earned only what the plan says.',
  'Withdrawals are reviewed by people before they are paid.',
  'Invest only what you could do without, and do not invest because somebody you know does.',
]

export const check = `How to check ${product}`
export const checks = [
  'Tap any balance: it opens to the postings that make it, down to the micro-dollar, and your device adds them up.',
  'The books are double entry, and nothing in them is ever changed or deleted. A mistake is corrected by another entry, which you can see.',
  `You can download your statement, and everything ${product} keeps about you, at any time.`,
]
export const terms = 'Read the terms'

export const runs = 'Who runs it'
/** Null where nobody has said who it is. */
export const runBy =
  operator === null ? null : `${operator} runs this platform: it holds what you pay in, and pays out what you withdraw.`
export const contact = 'Contact support'

const dollars = whenNeeded(
  () => new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD', roundingMode: 'trunc' }),
)
/** An amount of the wire, rounded towards zero as everywhere. */
export const usd = (amount: string) => dollars().format(amount as Intl.StringNumericLiteral)
