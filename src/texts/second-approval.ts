/** Why something waits for a second administrator, to the one who asked (`you`) and to all others, by their name. */
export const why = {
  always: () => 'It always needs a second administrator.',
  limit: () => 'It is more than one administrator can decide alone.',
  day: (name: string | null) =>
    name === null
      ? 'It takes you over the daily limit for one administrator.'
      : `It takes ${name} over the daily limit for one administrator.`,
} as const

/** Which step before it who asked had taken, to themselves (null) and to all others, by their name. */
export const step = {
  identity: (name: string | null) => above(name, 'approved the investor’s identity'),
  'inviter identity': (name: string | null) => above(name, 'approved the inviter’s identity'),
  'no identity': () => `The investor’s identity isn’t approved yet${TAKES_TWO}`,
  'no inviter identity': () => `The inviter’s identity isn’t approved yet${TAKES_TWO}`,
  plan: (name: string | null) => above(name, 'set the plan’s terms or agreed to them'),
  money: (name: string | null) => above(name, 'confirmed that the money came in'),
  investment: (name: string | null) => above(name, 'approved the investment'),
  withdrawal: (name: string | null) => above(name, 'approved the withdrawal'),
  both: () => `It approves the withdrawal and marks it as paid in one step${TAKES_TWO}`,
} as const
const above = (name: string | null, did: string) =>
  `${name ?? 'You'} ${did}, so above the limit another administrator has to agree.`
const TAKES_TWO = ', so above the limit it takes two administrators.'

/** Beforehand, and where which step it was is not known: every step that counts. */
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
