import { Type, type Static } from 'typebox'
import { Fields, Id, MessageReply, Time, type Contract } from '#kit/wire.ts'

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

/** What an open screen is told to fetch again. */
export type Topic = 'investments' | 'withdrawals' | 'referrals' | 'balance' | 'identity' | 'users' | 'plans' | 'wallets'

export const notificationsContract = {
  'POST /api/read-notifications': {
    who: 'investor',
    summary: 'Mark notifications as read',
    body: Fields({ ids: Type.Array(Id, { maxItems: 500 }) }),
    reply: MessageReply,
  },
  'GET /api/events': {
    who: 'investor',
    summary: 'Server-sent events: what changed, to be fetched again',
    raw: 'event-stream',
    reply: Type.String(),
  },
} as const satisfies Contract
