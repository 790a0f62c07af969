import { product } from './product.ts'
import { LOCALE, whenNeeded } from './locale.ts'

export const title = 'Invitation'
export const heading = `Help run ${product}`
export const incomplete = 'This link is not complete. Open it from the email again, or ask for a new one.'
export const noLongerWorks =
  'This invitation no longer works. It was used, it was withdrawn, or it is more than 7 days old. Ask whoever invited you for a new one.'
const roleNames = { owner: 'owner', reviewer: 'reviewer', support: 'support' } as const
const listed = whenNeeded(() => new Intl.ListFormat(LOCALE))
/** As what, once that is known. */
export const invited = (roles: readonly (keyof typeof roleNames)[] = []) =>
  roles.length === 0
    ? `You are invited to help run ${product}.`
    : `You are invited to help run ${product} as ${listed().format(roles.map((role) => roleNames[role]))}.`
/** To somebody who is not signed in. */
export const signInFirst = 'Sign in with the email address this invitation was sent to, and you’ll come back here.'
export const login = 'Login'
export const register = 'Create an account with this address'
/** To somebody whose codes are still awaited. */
export const verifyFirst = 'Verify your account first, with the codes that were sent to you. Then open the link again.'
export const verify = 'Verify your account'
/** To somebody who is signed in. */
export const lead = `Everybody who helps run ${product} can see every account. The email says what else you can do. Your own account stays as it is, and you can’t decide anything about it yourself.`
export const signedInAs = 'You are signed in as'
export const accept = 'Accept'
export const home = `Back to ${product}`
export const otherAddress = 'The invitation works only for the address it was mailed to.'
