export const title = 'Your investments'
export const all = 'See all'
export const allOf = (count: number) => `See all ${count}`
export const earned = (amount: string, whole: string) => `${amount} of ${whole} earned`
/** In place of that, where amounts are hidden. */
export const earning = 'Earning'
export const backIn = (time: string) => `in ${time}`
export const anyMoment = 'any moment'
export const passed = (percent: number) => `${percent} percent of its time has passed`
