export const cancel = 'Cancel'
export const heading = 'Cancel this investment?'
export const means = (amount: string, held: string | null) =>
  `Your investment of ${amount} ends before it begins and can’t be reopened; you can make a new one at any time. Don’t cancel if you have already paid: say so instead.${held === null ? '' : ` ${held} that came in before stays held for you.`}`
export const confirm = 'Cancel the investment'
export const keep = 'Keep it'
