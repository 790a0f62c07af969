export const title = 'Withdrawals'
export const confirmTitle = 'Confirm an address'
export const confirmLead = 'If this is your own address, confirm it. Then withdrawals can be paid to it.'
export const confirm = 'Yes, this is my address'
export const cancelTitle = 'Cancel a withdrawal'
export const cancelLead =
  'The amount goes back to your balance at once. If you did not request it, choose a new password, too.'
export const cancel = (amount: string) => `Cancel the withdrawal of ${amount}`
export const address = 'Address'
export const network = 'Network'
export const name = 'Name'
export const amount = 'Amount'
export const over =
  'This link no longer works. It was used, is more than seven days old, or the withdrawal has been decided on.'
export const incomplete = 'This link is not complete. Open the whole link from the email.'
export const looking = 'loading...'
export const done = 'Done'
export const home = 'Continue'
export const newPassword = 'Choose a new password'
