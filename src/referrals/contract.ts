import { Type, type Static } from 'typebox'
import {
  Amount,
  Fields,
  Id,
  IdParams,
  MessageReply,
  PercentText,
  Status,
  Text,
  Time,
  Version,
  type Contract,
} from '#kit/wire.ts'

const Person = Type.Object({ id: Id, name: Type.String(), email: Type.String() })

export const Referral = Type.Object({
  id: Id,
  amount: Amount,
  status: Status,
  reason: Type.Union([Type.String(), Type.Null()]),
  ref_bonus: PercentText,
  created_at: Time,
  version: Version,
  inviter: Person,
  invited: Person,
})
export type Referral = Static<typeof Referral>

export const referralsContract = {
  'POST /api/approve-referral/:id': {
    who: 'reviewer',
    summary: "Approve: the bonus goes to the inviter's Referral Wallet",
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/decline-referral/:id': {
    who: 'reviewer',
    summary: 'Decline a referral',
    bothHalves: true,
    params: IdParams,
    body: Fields({ reason: Type.Optional(Text(500)) }),
    reply: MessageReply,
  },
} as const satisfies Contract
