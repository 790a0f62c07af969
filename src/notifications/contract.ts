import { Type, type Static } from 'typebox'
import { Fields, Id, MessageReply, Nullable, Time, type Contract } from '#kit/wire.ts'
import { page, PageReply } from '#lists/contract.ts'

export const Toast = Type.Object({
  id: Id,
  created_at: Time,
  data: Type.Object({
    icon: Type.String(),
    title: Type.String(),
    bold_value: Type.String(),
    status_color: Type.String(),
    status_text: Type.String(),
  }),
})
export type Toast = Static<typeof Toast>

/** What a notification may be about. */
export const SubjectKind = Type.Union([
  Type.Literal('investment'),
  Type.Literal('withdrawal'),
  Type.Literal('referral'),
  /** by the name of the account */
  Type.Literal('balance'),
  Type.Literal('identity check'),
  Type.Literal('user'),
  Type.Literal('wallet'),
  Type.Literal('plan'),
  /** by its name */
  Type.Literal('setting'),
  Type.Literal('invitation'),
  Type.Literal('mailing'),
  /** by the import that changed it */
  Type.Literal('screening list'),
  /** all that is held and owed */
  Type.Literal('funds'),
  /** that something is wrong with the books, by its cause */
  Type.Literal('alarm'),
])
export type SubjectKind = Static<typeof SubjectKind>

/** A toast as it stays in the list, read or not. */
export const Notification = Type.Object({
  ...Toast.properties,
  read_at: Nullable(Time),
  /** the record that it opens; null where it is about none */
  subject: Nullable(Type.Object({ kind: SubjectKind, id: Type.String() })),
})
export type Notification = Static<typeof Notification>

/** What an open screen is told to fetch again. */
export type Topic =
  | 'investments'
  | 'withdrawals'
  | 'referrals'
  | 'balance'
  | 'identity'
  | 'users'
  | 'plans'
  | 'wallets'
  | 'messages'
  | 'settings'
  | 'approvals'
  | 'proofs'

/** Where a browser's push service takes messages for it; https, and printable, so that it can be stored. */
const Endpoint = Type.String({ minLength: 10, maxLength: 1000, pattern: '^https?://[\\x21-\\x7e]+$' })

/** What `PushSubscription.toJSON()` of a browser says. */
export const Subscription = Fields({
  endpoint: Endpoint,
  keys: Fields({
    p256dh: Type.String({ pattern: '^[\\w-]{86,88}=?$', description: 'Public key, P-256, base64url' }),
    auth: Type.String({ pattern: '^[\\w-]{21,24}={0,2}$', description: 'Secret of 16 bytes, base64url' }),
  }),
})
export type Subscription = Static<typeof Subscription>

export const notificationsContract = {
  'GET /api/notifications': {
    who: 'investor',
    beforeFactor: true,
    summary: 'What the signed-in user was told, read or not, newest first',
    query: Fields(page),
    reply: Type.Object({
      ...PageReply(Notification).properties,
      /** all that are not read yet */
      unread: Type.Integer(),
    }),
  },
  'POST /api/read-notifications': {
    who: 'investor',
    summary: 'Mark notifications as read',
    body: Fields({
      ids: Type.Array(Id, { maxItems: 500 }),
      /** this one and all before it */
      through: Type.Optional(Id),
    }),
    reply: MessageReply,
  },
  'GET /api/events': {
    who: 'investor',
    beforeFactor: true,
    summary: 'Server-sent events: what changed, to be fetched again',
    raw: 'event-stream',
    reply: Type.String(),
  },
  'GET /api/push-key': {
    who: 'investor',
    summary: "The server's public key for web push",
    reply: Type.Object({ key: Type.String() }),
  },
  'POST /api/push-subscribe': {
    who: 'investor',
    summary: 'Notify this browser of what matters; it belongs to whoever subscribed it last',
    body: Subscription,
    reply: MessageReply,
  },
  'POST /api/push-unsubscribe': {
    who: 'investor',
    summary: 'No longer notify this browser',
    body: Fields({ endpoint: Endpoint }),
    reply: MessageReply,
  },
} as const satisfies Contract
