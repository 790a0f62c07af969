export const before = {
  invest: 'You can invest once your identity check is approved.',
  withdraw: 'You can withdraw once your identity check is approved.',
}
export const submitted = 'Submitted – see status'
export const ask = 'Ask for a check'
/** On the button that would begin the step. */
export const first = { invest: 'Verify identity to invest', withdraw: 'Verify identity to withdraw' }
export const underReview = 'Identity check under review'
