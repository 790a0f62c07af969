import { countOf } from './locale.ts'

const because = {
  'password reset': 'your password was reset',
  'e-mail changed': 'your email address was changed',
  'phone changed': 'your phone number was changed',
  'second factor changed': 'you changed your second factor',
  recovery: 'access to your account was recovered',
} as const
export const paused = (until: string, reason: keyof typeof because) =>
  `Withdrawals are paused until ${until}, because ${because[reason]}. Your money keeps earning.`
/** Under the word on the button. */
export const pausedUntil = (until: string) => `Paused until ${until}`
/** Before the form. */
export const limitOf = (limit: string, left: string) => `You can withdraw up to ${limit} in 24 hours: ${left} is left.`
export const limitUsed = (limit: string, from: string) =>
  `You’ve reached your limit of ${limit} in 24 hours. You can withdraw more from ${from}.`
export const beyondLimit = (left: string) => `Your limit leaves you ${left} for now.`
export const upToLimit = (left: string) => `Up to ${left}, your limit for 24 hours`

/** Of a withdrawal that waits for its address. */
export const confirmFirst = 'Confirm the address'
export const confirmHow = 'This address is new. Open the link in our email to confirm it.'
/** After it is confirmed; hours. */
export const thenHeld = (hours: number) =>
  `The withdrawal is then held for at least ${countOf(hours, { one: '# hour', other: '# hours' })}.`
export const settles = (until: string) => `This address is new. The withdrawal can be approved from ${until}.`
export const heldUntil = (until: string) => `Held until ${until}`
export const heldWhy = 'The address is new'
export const mailAgain = 'Send the email again'
