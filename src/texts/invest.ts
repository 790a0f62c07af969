export const title = 'Invest'
export const line = 'Choose a plan'
export const noPlans = 'No plans are available at the moment. New ones appear here.'
export const toInvestments = 'See your investments'
export const atRisk =
  'Your capital is at risk. A plan’s rates are what it earns while it runs; they can be changed for new investments.'

export const aDay = 'a day'
export const aYear = 'a year'
export const capitalAtRisk = 'Capital is at risk.'
export const minAmount = 'Min Amount'
export const maxAmount = 'Max Amount'
export const referralBonus = 'Referral Bonus'
export const readMore = 'Read more'
export const readLess = 'Read less'
export const investNow = 'Invest now'
export const investIn = (plan: string) => `Invest in ${plan}`
/** What stands in the panel for a plan that has been closed since its link was made. */
export const planClosed = 'This plan is no longer available. Choose another.'
