export const title = 'Investment'
export const line = 'Your money at work'
export const currentInvestment = 'Current Investment'
export const invest = 'Invest'
export const withdrawal = 'Withdrawal'
export const byState = 'Investments by state'

export const tabs = {
  pending: {
    label: 'Pending',
    empty: 'No pending investment records found for now',
    list: 'Pending investments',
    inAll: 'Pending in all',
  },
  active: {
    label: 'Active',
    empty: 'No active investment records found for now',
    list: 'Active investments',
    inAll: 'Active in all',
  },
  completed: {
    label: 'Completed',
    empty: 'No completed investment record available',
    list: 'Completed investments',
    inAll: 'Completed in all',
  },
  declined: {
    label: 'Declined',
    empty: 'No declined investment records found for now',
    list: 'Declined investments',
    inAll: 'Declined in all',
  },
}
/** Of those in the last tab that the investor has ended. */
export const cancelledInAll = 'Cancelled in all'
export const choosePlan = 'Choose a plan'
/** Over the columns of a list that has room for them. */
export const columns = (over: boolean) => ['Amount', 'Plan', 'Date', over ? 'Outcome' : 'Next', 'Status']
export const payWithin = (time: string) => `pay within ${time}`
export const endsIn = (time: string) => `ends in ${time}`
export const reinvestedIn = (time: string) => `reinvested in ${time}`
/** Stands before an amount. */
export const earned = 'earned'
export const kept = 'kept'
export const expired = 'not marked as paid in time'
export const cancelled = 'cancelled by you'
export const held = (amount: string) => `${amount} held for you`
export const leaveEarly = 'Leave early'
export const notFound = 'This investment isn’t among yours. It may be too old to be listed here.'
