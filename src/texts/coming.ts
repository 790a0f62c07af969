export const open = 'What comes when'
export const title = 'What comes when'
export const description =
  'What you can withdraw today, and the rest by date, if you withdraw and invest nothing else meanwhile.'
export const list = 'By date'
export const today = 'Today'
export const nothing = 'Nothing is running. What you can withdraw today is all there is for now.'

export const ends = (plan: string) => `${plan} ends`
export const back = (amount: string) => `${amount} comes back`
export const backToBonus = (amount: string) => `${amount} goes back to your bonus balance`
export const again = (amount: string) => `${amount} is invested again`
/** Where some of it was earned, and not the principal. */
export const againWithEarnings = (amount: string, earnings: string) =>
  `${amount} is invested again, ${earnings} of it earnings`
export const earned = (amount: string) => `${amount} earned until then`
/** Stands below another date. */
export const earnedSince = (amount: string) => `${amount} earned since the date above`
export const canBeWithdrawn = 'Can be withdrawn'
/** The picture, in a sentence. */
export const grows = (today: string, last: string, day: string) =>
  `What you can withdraw: ${today} today, ${last} on ${day}.`

export const keep = 'Add to your calendar'
export const keepLine = 'A file with these dates, plans and amounts'
export const fileName = 'plumb-dates.ics'
/** The events of the file. */
export const event = (plan: string, becomes: string) => `Plumb: ${plan} ends, ${becomes}`
export const eventText = (amount: string, asOf: string) =>
  `You can then withdraw ${amount}, if you withdraw and invest nothing before. As of ${asOf}.`
