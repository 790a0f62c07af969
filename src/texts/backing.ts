import { days } from './plan-terms.ts'

/** What of a plan's earnings is set apart before it is promised, to whoever may invest in it. */
export const strictPlan = 'Earnings are set apart in full before they are promised.'
/** Counted for the plan's longest duration: for a shorter one it is more. */
export const leftToInvest = (durations: readonly number[]) =>
  `Can be invested for ${days(Math.max(...durations)).replace(' ', '\u00a0')}`
export const nonePlan = 'Earnings are not set apart in advance.'
export const somePlan = (free: string) =>
  `${free} is set apart for new investments in all plans. Earnings beyond that are not.`

/** The same of one investment, before it is made. */
export const strict = 'All that this earns is set apart before it is promised.'
/** As the server refuses it. */
export const beyond =
  'The money for what this would earn is not set apart right now. Try a smaller amount, or try later.'
/** Nothing is held for whoever waits: who is approved first has it. */
export const all = 'All that this earns is set apart when it is approved, as far as it is still free then.'
export const none =
  'What this earns is not set apart in advance: the operator pays it out of its own money as it comes due.'
export const some = (apart: string, rest: string) =>
  `${apart} of what this earns is set apart when it is approved, as far as it is still free then. ${rest} is not: the operator pays it as it comes due.`
