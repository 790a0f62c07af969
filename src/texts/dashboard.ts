export const title = 'DASHBOARD'

/** By the hour of the day, and the name of whoever is greeted. */
export const greeting = (hour: number, name: string) => `${timeOfDay(hour)}, ${name}`
function timeOfDay(hour: number): string {
  // nobody is greeted with "good night"
  if (hour < 5) return 'Hello'
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}

export const balances = 'Balances'
export const earningsWallet = 'Earnings Wallet'
export const referralWallet = 'Referral Wallet'
export const currentInvestment = 'Current Investment'
export const withdrawFrom = (wallet: string) => `Withdraw from ${wallet}`
export const withdrawal = 'Withdrawal'
export const serial = (digits: string) => `Nº ${digits}`

export const profitEarned = 'Profit Earned'
export const eachSecond = (dollars: string) => `+$${dollars} each second`
export const why = 'Why?'
export const nothingRuns = 'Nothing is running at the moment'

export const quickActions = 'Quick actions'
export const invest = 'Invest'
export const withdraw = 'Withdraw'
export const referral = 'Referral'
export const market = 'Market'

export const referrals = 'Referral'
export const trades = 'Trades'
export const withdrawals = 'Withdrawals'
export const inADay = '/24hrs'
export const unchanged = 'unchanged'
/** Where there was nothing in the 24 hours before. */
export const fresh = 'new'
export const up = 'up'
export const down = 'down'

export const activities = 'Trading activities'
export const noActivities = 'No investment is approved yet. Real investments appear here.'
/** What an investment is made of, where that is no new money; before how long ago it was made. */
export const how = { payment: '', reinvest: 'reinvested · ', bonus: 'bonus credit · ' }
