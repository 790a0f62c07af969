import { days } from './plan-terms.ts'

/** What of a plan's earnings is set apart before it is promised, to whoever may invest in it. */
export const strictPlan = 'Earnings are set apart in full before they are promised.'
/** Counted for the plan's longest duration: for a shorter one it is more. */
export const leftToInvest = (durations: readonly number[]) =>
  `Can still be invested for ${days(Math.max(...durations)).replace(' ', '\u00a0')}`
export const nonePlan = 'Earnings are not set apart in advance.'
export const somePlan = (free: string) =>
  `${free} is set apart for new investments in all plans. Earnings beyond that are not.`
/** To strangers where the operator shows figures to investors alone. */
export const hiddenPlan =
  'Earnings may not all be set apart in advance. Once you have signed in, you can see how much is.'

/** The same of one investment, before it is made. */
export const strict = 'All that this earns is set apart before it is promised.'
/** As the server refuses it. */
export const beyond =
  'The money for what this would earn is not set apart right now. Try a smaller amount, or try later.'
/** Where not even the least that the plan takes could be promised for a duration, but for a shorter one. */
export const nothingLeft = (count: number) =>
  `Not enough is set apart for ${days(count)} at the moment. Choose a shorter duration.`
/** The same for every duration; as the server refuses it. */
export const takesNothing =
  'This plan takes no new money at the moment: not enough is set apart for what it would earn.'
/** Nothing is held for whoever waits: who is approved first has it. */
export const all = 'All that this earns is set apart when it is approved, as far as it is still free then.'
export const none =
  'Nothing is set apart for what this earns. Whether it can be paid depends on the money that the operator has when it comes due.'
export const some = (apart: string, rest: string) =>
  `${apart} of what this earns is set apart when it is approved, as far as it is still free then. ${rest} is not: whether that can be paid depends on the money that the operator has when it comes due.`
