export const title = 'This page could not be shown'
export const again = 'Try again'
/** A part of the app is no longer where this version looks for it. */
export const newVersion = 'A new version of Plumb has come out. Load the page again to use it.'
export const reload = 'Load again'
/** A part of the app that was never opened on this device. */
export const notHere = 'This page has not been opened on this device before, and there is no connection to fetch it.'
