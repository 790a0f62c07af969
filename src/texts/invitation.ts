export const title = 'Invitation'
export const invites = (name: string) => `${name} invites you to check, then invest.`
export const welcome = 'Welcome.'
export const oneMoment = 'One moment, we are taking you to Plumb.'
export const goOn = 'Continue'
