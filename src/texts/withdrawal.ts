export const title = 'Withdrawal'
export const line = 'What you can withdraw'
export const byState = 'Withdrawals by state'
export const ofState = (state: string) => `${state} withdrawals`
export const inAll = (state: string) => `${state} in all`
/** Of those in the last tab that the investor has taken back. */
export const cancelledInAll = 'Cancelled in all'

export const pending = 'Pending'
export const approved = 'Approved'
export const completed = 'Completed'
export const declined = 'Declined'
export const noPending = 'No pending Withdrawal records found for now'
export const noApproved = 'No active Withdrawal records found for now'
export const noCompleted = 'No completed Withdrawals record available'
export const noDeclined = 'No declined Withdrawal records found for now'

/** Over the columns of a list that has room for them. */
export const columns = (over: boolean) => ['Amount', 'Method', 'Date', over ? 'Outcome' : 'Next', 'Status']
export const beingChecked = 'under review'
export const toConfirm = 'confirm the address'
export const heldUntil = (moment: string) => `held until ${moment}`
export const paidNext = 'approved, to be paid'
export const paidOn = (moment: string) => `paid ${moment}`
export const wentBack = 'went back to your balance'

export const request = 'Request Withdrawal'
export const withdrawEarnings = 'Withdraw your earnings'
/** Where nothing has been earned: a top-up, or a bonus for inviting somebody. */
export const withdrawBalance = 'Withdraw your balance'
/** In the place of the form. */
export const nothingYet =
  'There is nothing to withdraw yet. What you earn counts every second, and can be withdrawn from the first cent on.'
export const choosePlan = 'Choose a plan'
export const notFound = 'This withdrawal isn’t among yours. It may be too old to be listed here.'
