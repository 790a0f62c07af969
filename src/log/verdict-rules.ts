/** What looking at something has come to. */
export type StepAnswer = 'yes' | 'no' | 'not checked'

/** Yes only where every step was looked at and is right. */
export function verdictOf(steps: readonly { is: StepAnswer }[]): StepAnswer {
  if (steps.some(({ is }) => is === 'no')) return 'no'
  return steps.length > 0 && steps.every(({ is }) => is === 'yes') ? 'yes' : 'not checked'
}
