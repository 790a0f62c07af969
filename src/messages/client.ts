/** Before anything was sent. */
export const offline =
  'You are offline, so nothing was sent. What you typed is still here: try again when you are connected.'
export const notReached = 'Plumb could not be reached. Check your connection and try again.'
/** After something was sent and no answer came. */
export const nothingKnown =
  'Plumb could not be reached, so it is not known whether this was done. Check your connection and try again: it counts once, however often it is sent.'
export const answered = (status: number) => `The server answered ${status}.`
/** Something on the way answered, and not Plumb itself. */
export const answeredForAnother = (status: number) =>
  `The server answered ${status}, so it is not known whether this was done. Send it again: it counts only once.`
