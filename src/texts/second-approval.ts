/** Why something waits for a second administrator, to the one who asked (`you`) and to all others, by their name. */
export const why = {
  always: () => 'It always needs a second administrator.',
  limit: () => 'It is more than one administrator can decide alone.',
  day: (name: string | null) =>
    name === null
      ? 'It takes you over the daily limit for one administrator.'
      : `It takes ${name} over the daily limit for one administrator.`,
} as const

/** Where it waits because who asked decided the step before it. */
export const ownStep = {
  'approve investment':
    'Above the limit, whoever approved the investor’s identity, made the plan or recorded the money can’t approve the investment alone. Unless identity checks are off, neither can anybody else while the identity is unapproved.',
  'approve referral':
    'Above the limit, whoever approved the investment or an identity, or made the plan, can’t approve the bonus alone. Unless identity checks are off, neither can anybody else while an identity is unapproved.',
  'update withdrawal': 'Above the limit, approving a withdrawal and marking it as paid takes two administrators.',
} as const

/** Behind it, where it is said beforehand. */
export const limit = (amount: string) => `The limit is ${amount}.`

/** To an administrator whom nobody could agree with. */
export const alone = 'You are the only administrator who can approve, so nothing waits for a second one.'
export const none = 'Nothing is waiting for a second approver.'

/** Where more wait than are shown. */
export const older = 'Show older requests'
