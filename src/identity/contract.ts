import { Type, type Static } from 'typebox'
import { Fields, Id, IdParams, MayWaitReply, MessageReply, Nullable, Text, Time, type Contract } from '#kit/wire.ts'
import { Plan } from '#plans/contract.ts'
import { Wallet } from '#wallets/contract.ts'

export const KycState = Type.Union([
  Type.Literal('none'),
  Type.Literal('submitted'),
  Type.Literal('approved'),
  Type.Literal('rejected'),
])
export type KycState = Static<typeof KycState>

export const Role = Type.Union([Type.Literal('owner'), Type.Literal('reviewer'), Type.Literal('support')])

/** What administrators tell each other about a user. */
export const Note = Type.Object({
  id: Id,
  text: Type.String(),
  author: Type.Object({ id: Id, name: Type.String() }),
  created_at: Time,
})
export type Note = Static<typeof Note>

/** Roles that were offered to an address and wait to be accepted. */
export const RoleInvitation = Type.Object({
  id: Id,
  email: Type.String(),
  roles: Type.Array(Role),
  reason: Type.String(),
  invited_by: Type.Object({ id: Id, name: Type.String() }),
  created_at: Time,
  expires_at: Time,
})
export type RoleInvitation = Static<typeof RoleInvitation>

export const User = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  country: Type.String(),
  /** where the picture is, or empty */
  profile: Type.String(),
  role: Type.Union([Type.Literal('normal'), Type.Literal('admin')]),
  roles: Type.Array(Role),
  kyc: KycState,
  /** false between registering and having proved e-mail and phone */
  verified: Type.Boolean(),
  created_at: Time,
})
export type User = Static<typeof User>

const offer = { plans: Type.Array(Plan), wallets: Type.Array(Wallet) }
const Session = Type.Object({ message: Type.String(), access_token: Type.String(), user: User, ...offer })
const password = { password: Type.String({ maxLength: 200 }), password_confirmation: Type.String({ maxLength: 200 }) }
const Kyc = Type.Object({
  state: KycState,
  reason: Type.Union([Type.String(), Type.Null()]),
  submitted_at: Type.Union([Time, Type.Null()]),
  /** what an approved check is needed for */
  needed_for: Type.Union([Type.Literal('invest'), Type.Literal('withdraw'), Type.Literal('off')]),
})

export const identityContract = {
  'GET /sanctum/csrf-cookie': {
    who: 'anyone',
    summary: 'Give the cookie XSRF-TOKEN; a sign-in after it opens a session in two halves',
    reply: Type.Null(),
  },
  'POST /api/register': {
    who: 'anyone',
    summary: 'Register; codes go out by mail and text message',
    body: Fields({
      name: Type.String({ maxLength: 100 }),
      email: Type.String({ maxLength: 254 }),
      ...password,
      phone: Type.String({ maxLength: 40 }),
      country: Type.String({ maxLength: 60 }),
      referral: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
      terms: Type.Boolean(),
    }),
    reply: Session,
  },
  'POST /api/verify-account': {
    who: 'registrant',
    summary: 'Prove e-mail and phone by their codes; opens a full session',
    body: Fields({
      phone_code: Type.String({ maxLength: 20 }),
      email_code: Type.String({ maxLength: 20 }),
      name: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    reply: Session,
  },
  'GET /api/retry-verification': {
    who: 'anyone',
    summary: 'In how many seconds new codes may be sent, 0 at once; null where no registration waits for any',
    reply: Type.Object({ seconds: Nullable(Type.Integer({ minimum: 0 })) }),
  },
  'POST /api/retry-verification': {
    who: 'registrant',
    summary: 'Send new codes; the old ones are void',
    reply: MessageReply,
  },
  'POST /api/login': {
    who: 'anyone',
    summary: 'Sign in; `unverified` where codes are still awaited',
    body: Fields({ email: Type.String({ maxLength: 254 }), password: Type.String({ maxLength: 200 }) }),
    reply: Type.Union([Session, Type.Object({ message: Type.Literal('unverified') }, { additionalProperties: false })]),
  },
  'POST /api/logout': { who: 'investor', summary: 'End this session', reply: MessageReply },
  'GET /api/user': { who: 'investor', summary: 'The signed-in user', reply: Type.Object({ user: User }) },
  'POST /api/forgot-password': {
    who: 'anyone',
    summary: 'Mail a reset link, if the address has an account; answers the same if not',
    body: Fields({ email: Type.String({ maxLength: 254 }) }),
    reply: MessageReply,
  },
  'POST /api/reset-password': {
    who: 'anyone',
    summary: 'Choose a new password with the token of a reset link; ends all sessions',
    body: Fields({ token: Text(200), ...password }),
    reply: MessageReply,
  },
  'POST /api/check-link': {
    who: 'anyone',
    summary: 'Whether a mailed reset link or invitation, or the printed set-up link, still works',
    body: Fields({
      kind: Type.Union([Type.Literal('reset'), Type.Literal('setup'), Type.Literal('roles')]),
      token: Type.String({ maxLength: 200 }),
    }),
    reply: Type.Object({ valid: Type.Boolean() }),
  },
  'POST /api/setup-owner': {
    who: 'anyone',
    summary: 'Make the first owner with the link that the first start printed',
    body: Fields({
      token: Text(200),
      name: Type.String({ maxLength: 100 }),
      email: Type.String({ maxLength: 254 }),
      ...password,
    }),
    reply: MessageReply,
  },
  'POST /api/profile-update': {
    who: 'investor',
    summary: 'Replace the profile picture (jpeg, png, webp)',
    raw: 'multipart',
    reply: Type.Object({ message: Type.String(), user: User }),
  },
  'GET /api/picture/:id': {
    who: 'anyone',
    summary: 'A profile picture, webp, 512 × 512; another picture has another id',
    raw: 'image',
    params: IdParams,
    reply: Type.Unsafe<Uint8Array>(Type.String({ format: 'binary' })),
  },
  'GET /api/kyc': { who: 'investor', summary: 'Where the identity check stands', reply: Kyc },
  'POST /api/kyc': {
    who: 'investor',
    summary: 'Ask for a review of the identity',
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
          user: Type.Object({ id: Id, name: Type.String(), email: Type.String() }),
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
    summary: 'Decline an identity check, with the reason; id is the check or its user',
    bothHalves: true,
    params: IdParams,
    body: Fields({ reason: Text(500) }),
    reply: MessageReply,
  },
  'POST /api/send-reset-link/:id': {
    who: 'reviewer',
    summary: "Mail a reset link to the user's own address; it is shown nowhere",
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/sign-out-everywhere/:id': {
    who: 'reviewer',
    summary: 'End all sessions of a user',
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/require-reset/:id': {
    who: 'reviewer',
    summary: 'Refuse the present password until it has been reset',
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/block-user/:id': {
    who: 'reviewer',
    summary: "Block a user's sign-in, with the reason that they are told; their money stays as it is",
    bothHalves: true,
    params: IdParams,
    body: Fields({ reason: Text(500) }),
    reply: MessageReply,
  },
  'POST /api/unblock-user/:id': {
    who: 'reviewer',
    summary: 'Let a blocked user sign in again; an administrator waits for a second owner where there is one',
    bothHalves: true,
    params: IdParams,
    body: Fields({ reason: Text(500) }),
    reply: MayWaitReply,
  },
  'POST /api/note-user/:id': {
    who: 'administrator',
    summary: 'Write a note on a user, for administrators only; it stays as it is',
    bothHalves: true,
    params: IdParams,
    body: Fields({ text: Text(2000) }),
    reply: MessageReply,
  },
  'GET /api/admin/notes/:id': {
    who: 'administrator',
    summary: 'Notes on a user, newest first, in pages; nobody reads those on themselves',
    params: IdParams,
    query: Fields({
      cursor: Type.Optional(Text(200)),
      limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$' })),
    }),
    reply: Type.Object({
      status: Type.Literal('success'),
      items: Type.Array(Note),
      next_cursor: Nullable(Type.String()),
    }),
  },
  'POST /api/invite-administrator': {
    who: 'owner',
    summary: 'Mail a link by which the owner of an address becomes an administrator; an earlier one is void',
    bothHalves: true,
    body: Fields({
      email: Type.String({ maxLength: 254 }),
      roles: Type.Array(Role, { maxItems: 3 }),
      reason: Text(500),
    }),
    reply: MayWaitReply,
  },
  'GET /api/admin/invitations': {
    who: 'owner',
    summary: 'Invitations to roles that wait to be accepted, newest first',
    reply: Type.Object({ status: Type.Literal('success'), items: Type.Array(RoleInvitation) }),
  },
  'POST /api/withdraw-invitation/:id': {
    who: 'owner',
    summary: 'Make an invitation to roles void',
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/accept-roles': {
    who: 'investor',
    summary: 'Take on the roles that a mailed link offers to the address that one has proved',
    bothHalves: true,
    body: Fields({ token: Text(200) }),
    reply: MessageReply,
  },
  'POST /api/set-roles/:id': {
    who: 'owner',
    summary: 'Change and take the roles of an administrator; who has none is invited. The last owner stays',
    bothHalves: true,
    params: IdParams,
    body: Fields({
      roles: Type.Array(Type.Union([Type.Literal('owner'), Type.Literal('reviewer'), Type.Literal('support')]), {
        maxItems: 3,
      }),
    }),
    reply: MayWaitReply,
  },
} as const satisfies Contract
