export const title = 'Recover Account'
export const lead = 'Choose a new password. You will be signed out everywhere.'
export const save = 'Save new password'
export const incomplete = 'This link is not complete. Ask for a new one.'
export const noLongerWorks =
  'This link no longer works. It was used, replaced by a newer one, or is more than 30 minutes old.'
export const again = 'Ask for a new link'
