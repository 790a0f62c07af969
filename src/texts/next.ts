import { countOf } from './locale.ts'

export const title = 'What’s next'

export const unpaid = (count: number) =>
  countOf(count, { one: '# payment is still unpaid', other: '# payments are still unpaid' })
export const pay = (amount: string, until: string | null) =>
  until === null ? `Pay ${amount}` : `Pay ${amount} by ${until.replaceAll(' ', '\u00a0')}`

/** An amount is null where it is hidden. */
type Amount = string | null
export const beingChecked = (amount: Amount) => `${amount ?? 'Your payment'} is being checked`
export const untilApproved = 'Earning starts once it’s approved'
export const checkedCount = (count: number) => countOf(count, { one: '# payment', other: '# payments' })

const yours = (amount: Amount, count: number) => {
  const [noun, verb] = count > 1 ? ['withdrawals', 'are'] : ['withdrawal', 'is']
  return `Your ${noun}${amount === null ? '' : ` of ${amount}`} ${verb}`
}
export const withdrawals = {
  held: { title: (amount: Amount, count: number) => `${yours(amount, count)} held` },
  asked: {
    title: (amount: Amount, count: number) => `${yours(amount, count)} being checked`,
    line: 'It’s paid once it’s approved',
  },
  leaving: {
    title: (amount: Amount, count: number) =>
      `${amount === null ? yours(null, count) : `${amount} is`} on its way to you`,
    line: 'Withdrawal approved, to be paid',
  },
} as const
/** Of one to a new address, until a moment, or until it is confirmed. */
export const heldLine = (until: string | null) =>
  until === null ? 'Confirm its address by the link in our email' : `Until ${until}: its address is new`
export const withdrawalCount = (count: number) => countOf(count, { one: '# withdrawal', other: '# withdrawals' })

export const plannedBack = (amount: Amount) => (amount === null ? 'Planned payout' : `Planned: ${amount} back`)
export const toEarnings = (day: string) => `${day}, to\u00a0your Earnings Wallet`
export const toBonus = (day: string) => `${day}, to\u00a0your bonus balance`

export const running = (count: number) =>
  countOf(count, { one: '# investment is running', other: '# investments are running' })
export const inPlans = (amount: Amount) => (amount === null ? 'Earning every second' : `${amount} in plans`)

export const choose = 'Choose a plan'
export const plans = 'See what each one pays'

export const identity = {
  none: { title: 'Verify your identity', line: 'You need to before you invest' },
  submitted: { title: 'Your identity is being checked', line: 'We’ll tell you as soon as it’s decided' },
  rejected: { title: 'Ask for another identity check', line: 'The last one wasn’t approved' },
} as const

export const firstSteps = 'First steps'
export const steps = { verified: 'Verified', identity: 'Identity', plan: 'Plan', pay: 'Pay' } as const
export const states = { done: 'done', now: 'now', later: 'later' } as const
