export const title = 'Install Plumb'
export const why = 'On your home screen it opens at once, even without a connection.'
export const install = 'Install'
export const notNow = 'Not now'
export const onPhone = 'Add Plumb to your home screen'
/** Between the two stand the pictures of what is to be tapped. */
export const tapShare = 'Tap Share'
export const thenAdd = 'then “Add to Home Screen”.'
export const gotIt = 'Got it'
