/** Each message once, filled in, for whoever wants to know what people are sent. */

import { type Letter, PRODUCT } from './letter.ts'
import { ownersTold, requestEnded } from './owner-templates.ts'
import { CODE_MINUTES, CODE_TRIES, INVITATION_DAYS, RESET_MINUTES } from './rules.ts'
import {
  accountExists,
  administratorInvited,
  emailCode,
  letterOf,
  MAILED_EVENTS,
  newPasswordNeeded,
  passwordChanged,
  phoneCode,
  resetLink,
  signInBlocked,
  signInUnblocked,
} from './templates.ts'

const LINK = 'https://plumb.example'
const CODE = { code: '123456', minutes: CODE_MINUTES, tries: CODE_TRIES }
type Example = { event: string; channel?: 'text'; letter: Letter }

/** Each message once, filled in; with what an administrator has typed, wherever one may type. */
export const examplesWith = (typed: string): readonly Example[] => [
  { event: 'Registered: e-mail code', letter: emailCode({ name: 'ann', ...CODE }) },
  { event: 'Registered: phone code', channel: 'text', letter: phoneCode(CODE) },
  { event: 'Registered with a taken e-mail', letter: accountExists() },
  {
    event: 'Reset link',
    letter: resetLink({
      why: `Somebody, most likely you, asked for a new password for your ${PRODUCT} account.`,
      link: `${LINK}/reset-password?token=…`,
      minutes: RESET_MINUTES,
    }),
  },
  { event: 'New password required', letter: newPasswordNeeded({ link: `${LINK}/forgot-password` }) },
  { event: 'Password changed', letter: passwordChanged({ isAdministrator: true }) },
  {
    event: 'Sign-in blocked',
    letter: signInBlocked({ reason: typed, link: `${LINK}/support` }),
  },
  { event: 'Sign-in unblocked', letter: signInUnblocked({ link: `${LINK}/login` }) },
  {
    event: 'Administrator invited',
    letter: administratorInvited({
      ...{ by: 'first-owner', roles: '- reviewer: decides on money', days: INVITATION_DAYS },
      link: `${LINK}/accept-roles?token=…`,
    }),
  },
  {
    event: 'Owners: a change asked for, made or agreed to',
    letter: ownersTold({
      ...{ matter: 'wallet', name: 'Bitcoin', by: 'rita', step: 'asked for' },
      changes: ['Available to investors: no → yes', `Name: Bitcoin → ${typed}`],
    }),
  },
  {
    event: 'Owners: a mail to many sent',
    letter: ownersTold({
      ...{ matter: 'mailing', name: 'News', by: 'rita', step: 'sent' },
      changes: ['To: All users', 'Recipients: 1,234 people', `Text: ${typed}`],
    }),
  },
  {
    event: 'Request for a second approval refused',
    letter: requestEnded({
      ...{ subject: 'Your request was refused', what: 'Correction of an investment of amy' },
      ...{ changes: [`Name: Bitcoin → ${typed}`], refused: { by: 'rita', reason: typed } },
    }),
  },
  {
    event: 'Request for a second approval expired',
    letter: requestEnded({
      ...{ subject: 'Your request has expired', what: 'Change of a limit' },
      changes: ['Setting: Second approval above', 'Second approval above: $1,000.00 → $5,000.00'],
    }),
  },
  ...MAILED_EVENTS.map((title) => ({ event: title, letter: exampleOf(title, typed) })),
]

export const EXAMPLES = examplesWith('A transfer was counted twice.')

function exampleOf(title: string, typed: string): Letter {
  const values =
    title === 'Text messages'
      ? { bold_value: '800 of 1000', status_text: '' }
      : title.startsWith('Identity')
        ? { bold_value: typed, status_text: '' }
        : { bold_value: title === 'Your roles' ? 'reviewer' : '$1,250.00', status_text: typed }
  const letter = letterOf({ title, ...values })
  if (letter === undefined) throw new Error(`${title} has no letter`)
  return letter
}
