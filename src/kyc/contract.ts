import { Type, type Static } from 'typebox'
import { Fields, Id, IdParams, MessageReply, Nullable, Text, Time, type Contract } from '#kit/wire.ts'
import { countCall, itemCall, ListQuery, page, pageCall } from '#lists/contract.ts'
import { KycState, Person } from '#users/contract.ts'

const Kyc = Type.Object({
  state: KycState,
  reason: Type.Union([Type.String(), Type.Null()]),
  submitted_at: Type.Union([Time, Type.Null()]),
  /** what an approved check is needed for */
  needed_for: Type.Union([Type.Literal('invest'), Type.Literal('withdraw'), Type.Literal('off')]),
})

export const CHECK_STATES = ['submitted', 'approved', 'rejected'] as const

/** An identity check as administrators see it. */
export const IdentityCheck = Type.Object({
  id: Id,
  state: Type.Union([Type.Literal('submitted'), Type.Literal('approved'), Type.Literal('rejected')]),
  /** why it was rejected; the user reads it */
  reason: Nullable(Type.String()),
  submitted_at: Time,
  decided_at: Nullable(Time),
  user: Type.Object({ ...Person.properties, phone: Type.String(), country: Type.String(), created_at: Time }),
})
export type IdentityCheck = Static<typeof IdentityCheck>

/** Without amounts; `status` is a state of the check, and `q` is looked for in phone numbers too. */
const ChecksQuery = Fields({
  ...Type.Pick(ListQuery, ['q', 'status', 'from', 'to', 'user']).properties,
  sort: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
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
    takesLong: true,
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
  'GET /api/admin/checks': pageCall(
    'Identity checks in pages, newest first unless asked otherwise',
    IdentityCheck,
    Fields({ ...ChecksQuery.properties, ...page }),
  ),
  'GET /api/admin/checks/count': countCall('How many identity checks a list has in all', ChecksQuery),
  'GET /api/admin/checks/:id': itemCall('One identity check', IdentityCheck),
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
