/** What the audit log's actions say, by the word that stands in it: `Anna approved an investment`. */
const ACTIONS: Readonly<Record<string, string>> = {
  'save investment': 'made an investment',
  'verify investment': 'marked an investment as paid',
  'name transaction': 'changed the transaction id of a payment',
  'cancel investment': 'cancelled an unpaid investment',
  'approve investment': 'approved an investment',
  'decline investment': 'declined an investment',
  'expire investment': 'declined an unpaid investment as expired',
  'complete investment': 'completed an investment',
  'reinvest investment': 'reinvested an investment',
  'update investment': 'corrected an investment',
  'use suspense': 'used money that was held for another investment',
  'refund suspense': 'refunded money that was held for an investment',
  'request withdrawal': 'asked for a withdrawal',
  'approve withdrawal': 'approved a withdrawal',
  'decline withdrawal': 'declined a withdrawal',
  'cancel withdrawal': 'cancelled a withdrawal',
  'pay withdrawal': 'paid a withdrawal',
  'update withdrawal': 'corrected a withdrawal',
  'make referral': 'made a referral',
  'approve referral': 'approved a referral',
  'decline referral': 'declined a referral',
  'follow investment': 'updated a referral with its investment',
  'charge referral bonus to adjustments': 'charged a referral bonus to adjustments',
  'top up user': 'topped up a balance',
  'deduct user': 'deducted from a balance',
  'open account': 'opened an account',
  'reset password': 'chose a new password',
  'send reset link': 'sent a reset link',
  'require reset': 'required a new password',
  'sign out everywhere': 'signed a user out everywhere',
  'block user': 'blocked a user’s sign-in',
  'unblock user': 'unblocked a user’s sign-in',
  'note on user': 'wrote a note on a user',
  'ask for identity check': 'submitted an identity check',
  'approve identity check': 'approved an identity check',
  'decline identity check': 'rejected an identity check',
  'make first owner': 'made the first owner',
  'invite administrator': 'invited an administrator',
  'withdraw invitation': 'withdrew an invitation',
  'accept roles': 'accepted roles',
  'set roles': 'changed roles',
  'wallet created': 'added a payment wallet',
  'wallet changed': 'changed a payment wallet',
  'funds recorded': 'recorded the operator’s own money',
  'plan created': 'added a plan',
  'plan changed': 'changed a plan',
  'mail sent': 'sent a mail',
  'mailing sent': 'sent a mail to many',
  'mailing stopped': 'stopped a mail to many',
  'message tried again': 'tried a message again',
  'second approval asked for': 'asked for a second approval',
  'second approval given': 'agreed as second administrator',
  'second approval refused': 'refused as second administrator',
  'second approval withdrawn': 'withdrew a request for a second approval',
  'second approval expired': 'let a request for a second approval expire',
  'setting changed': 'changed a setting',
  'terms published': 'published new terms',
  'accept terms': 'accepted the terms',
  'list exported': 'downloaded a list',
}

/** Every action that the log knows words for. */
export const KNOWN_ACTIONS: readonly string[] = Object.keys(ACTIONS)

/** The records that acts are about. */
export const SUBJECT_KINDS = [
  ...['investment', 'withdrawal', 'referral', 'user', 'identity check', 'role invitation'],
  ...['wallet', 'plan', 'message', 'mailing', 'setting'],
] as const

/** What was done, after the name of who did it; an action of another age stands for itself. */
export function actionInWords(action: string): string {
  return ACTIONS[action] ?? action
}
