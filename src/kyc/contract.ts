import { Type } from 'typebox'
import { Fields, Id, IdParams, MessageReply, Text, Time, type Contract } from '#kit/wire.ts'
import { KycState, Person } from '#users/contract.ts'

const Kyc = Type.Object({
  state: KycState,
  reason: Type.Union([Type.String(), Type.Null()]),
  submitted_at: Type.Union([Time, Type.Null()]),
  /** what an approved check is needed for */
  needed_for: Type.Union([Type.Literal('invest'), Type.Literal('withdraw'), Type.Literal('off')]),
})

export const kycContract = {
  'GET /api/kyc': { who: 'investor', summary: 'Where the identity check stands', reply: Kyc },
  'POST /api/kyc': {
    who: 'investor',
    summary: 'Ask for an identity check',
    body: Fields({}),
    reply: MessageReply,
  },
  'GET /api/admin-kyc': {
    who: 'administrator',
    summary: 'Identity checks that wait, newest first',
    reply: Type.Object({
      status: Type.Literal('success'),
      checks: Type.Array(
        Type.Object({
          id: Id,
          state: KycState,
          reason: Type.Union([Type.String(), Type.Null()]),
          submitted_at: Time,
          user: Person,
        }),
      ),
    }),
  },
  'POST /api/approve-kyc/:id': {
    who: 'reviewer',
    summary: 'Approve an identity check; id is the check or its user',
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/decline-kyc/:id': {
    who: 'reviewer',
    summary: 'Reject an identity check, with the reason; id is the check or its user',
    bothHalves: true,
    params: IdParams,
    body: Fields({ reason: Text(500) }),
    reply: MessageReply,
  },
} as const satisfies Contract
