import { Type } from 'typebox'
import { Amount, Fields, IdParams, MessageReply, Nullable, PercentText, Text, type Contract } from '#kit/wire.ts'
import { Plan } from '#plans/contract.ts'
import { ToldBacking } from '#reserve/contract.ts'
import { RoleSchema, User } from '#users/contract.ts'
import { Wallet } from '#wallets/contract.ts'

const offer = { plans: Type.Array(Plan), wallets: Type.Array(Wallet) }
/** A session that was opened, with what it begins with. */
export const SessionReply = Type.Object({ message: Type.String(), access_token: Type.String(), user: User, ...offer })
export const FactorKindSchema = Type.Union([
  Type.Literal('passkey'),
  Type.Literal('authenticator'),
  Type.Literal('recovery code'),
])
const password = { password: Type.String({ maxLength: 200 }), password_confirmation: Type.String({ maxLength: 200 }) }

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
      /** of the terms that were shown; 422 if others are in force by now */
      terms_version: Type.Optional(Type.Integer()),
    }),
    reply: SessionReply,
  },
  'POST /api/verify-account': {
    who: 'registrant',
    summary: 'Prove email and phone by their codes; opens a full session',
    body: Fields({
      phone_code: Type.String({ maxLength: 20 }),
      email_code: Type.String({ maxLength: 20 }),
      name: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    reply: SessionReply,
  },
  'GET /api/invitation': {
    who: 'anyone',
    summary: 'What an invitation leads to: who invites, null if nobody has that name, and the plans on offer',
    query: Fields({ referral: Type.Optional(Text(100, 0)) }),
    reply: Type.Object({
      status: Type.Literal('success'),
      /** their username, which is public */
      inviter: Nullable(Type.String()),
      /**
       * each with its rate for a year beside that for a day, and in `strict` with the most that can still be invested in it,
       * unless the owner hides that from strangers
       */
      plans: Type.Array(Type.Object({ ...Plan.properties, yearly_roi: PercentText, left_to_invest: Nullable(Amount) })),
      /** what is set apart for what they would earn, at most a minute old; `free` is null where the owner hides it from strangers */
      reserve: ToldBacking,
    }),
  },
  'GET /api/retry-verification': {
    who: 'anyone',
    summary: 'In how many seconds new codes may be sent, 0 at once; null if no registration waits for any',
    reply: Type.Object({ seconds: Nullable(Type.Integer({ minimum: 0 })) }),
  },
  'POST /api/retry-verification': {
    who: 'registrant',
    summary: 'Send new codes, to another phone number where one is given; the old ones no longer work',
    body: Fields({
      phone: Type.Optional(Type.String({ maxLength: 40 })),
      country: Type.Optional(Type.String({ maxLength: 60 })),
    }),
    reply: MessageReply,
  },
  'POST /api/login': {
    who: 'anyone',
    summary:
      'Sign in; `unverified` if codes are still awaited, `factor` if a second factor is: the cookie that comes with it remembers the sign-in for five minutes',
    body: Fields({
      email: Type.String({ maxLength: 254 }),
      password: Type.String({ maxLength: 200 }),
      /** stay signed in for 30 days, until nobody has come for 7; an administrator is not */
      remember: Type.Optional(Type.Boolean()),
    }),
    reply: Type.Union([
      SessionReply,
      Type.Object({ message: Type.Literal('unverified') }, { additionalProperties: false }),
      Type.Object(
        { message: Type.Literal('factor'), factors: Type.Array(FactorKindSchema) },
        { additionalProperties: false },
      ),
    ]),
  },
  'POST /api/logout': {
    who: 'investor',
    summary: 'End this session',
    endsSession: true,
    beforeFactor: true,
    reply: MessageReply,
  },
  'POST /api/end-unended': {
    who: 'anyone',
    summary: 'End sessions that were signed out of without a connection, by the SHA-256 of their tokens',
    body: Fields({ sessions: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }), { minItems: 1, maxItems: 10 }) }),
    reply: MessageReply,
  },
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
  'POST /api/send-reset-link/:id': {
    who: 'reviewer',
    summary: "Mail a reset link to the user's own address; it is shown nowhere",
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/check-link': {
    who: 'anyone',
    summary:
      'Whether a mailed reset link or invitation, or the printed set-up link, still works, and the roles that an invitation offers',
    body: Fields({
      kind: Type.Union([Type.Literal('reset'), Type.Literal('setup'), Type.Literal('roles')]),
      token: Type.String({ maxLength: 200 }),
    }),
    reply: Type.Object({ valid: Type.Boolean(), roles: Type.Optional(Type.Array(RoleSchema)) }),
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
} as const satisfies Contract
