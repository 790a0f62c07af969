export const copied = 'Copied!'
export const selectIt = 'Select the text to copy it'
