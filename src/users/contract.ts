import { Type, type Static } from 'typebox'
import { Amount, Fields, Id, IdParams, MessageReply, Nullable, Text, Time, type Contract } from '#kit/wire.ts'
import { countCall, csvCall, ListQuery, pageCall, PageQuery } from '#lists/contract.ts'

export const KycState = Type.Union([
  Type.Literal('none'),
  Type.Literal('submitted'),
  Type.Literal('approved'),
  Type.Literal('rejected'),
])
export type KycState = Static<typeof KycState>

export const RoleSchema = Type.Union([Type.Literal('owner'), Type.Literal('reviewer'), Type.Literal('support')])

/** What withdrawals are paused for. */
export const PauseReason = Type.Union([
  Type.Literal('password reset'),
  Type.Literal('e-mail changed'),
  Type.Literal('phone changed'),
  Type.Literal('second factor changed'),
  Type.Literal('recovery'),
])
export type PauseReason = Static<typeof PauseReason>

/** Whose a record is. */
export const Person = Type.Object({ id: Id, name: Type.String(), email: Type.String() })
export type Person = Static<typeof Person>

const contact = {
  ...Person.properties,
  phone: Type.String(),
  country: Type.String(),
  /** where the picture is, or empty */
  profile: Type.String(),
}

export const User = Type.Object({
  ...contact,
  role: Type.Union([Type.Literal('normal'), Type.Literal('admin')]),
  roles: Type.Array(RoleSchema),
  kyc: KycState,
  /** false between registering and having proved e-mail and phone */
  verified: Type.Boolean(),
  created_at: Time,
})
export type User = Static<typeof User>

export const ListedUser = Type.Object({
  ...contact,
  /** the credential's health in words, with the day in UTC; nobody but its owner ever sees a password */
  enc_copy: Type.String(),
  /** the moment of which these words are */
  credential_at: Time,
  kyc: KycState,
  roles: Type.Array(Type.String()),
  /** since when, and why, the user cannot sign in */
  blocked: Nullable(Type.Object({ at: Time, reason: Type.String() })),
  created_at: Time,
})
export type ListedUser = Static<typeof ListedUser>

/** A user in a list, with what makes one look closer. */
export const UserInList = Type.Object({
  ...ListedUser.properties,
  /** on the Earnings Wallet, the referral and the bonus balance together, as it is posted: earnings up to the last midnight (UTC) */
  balance: Amount,
  /** what works in running investments */
  invested: Amount,
  /** null for who has not signed in since this is kept */
  signed_in_at: Nullable(Time),
})
export type UserInList = Static<typeof UserInList>

const YesOrNo = Type.Union([Type.Literal('yes'), Type.Literal('no')])

/** Users have no amounts; `status` is a state of the identity check, and `q` is looked for in phone numbers too. */
const UserListQuery = Fields({
  ...Type.Pick(ListQuery, ['q', 'status', 'from', 'to']).properties,
  sort: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
  /** who cannot sign in, or who can */
  blocked: Type.Optional(YesOrNo),
  /** administrators, or everybody else */
  roles: Type.Optional(YesOrNo),
})

const UserPageQuery = Fields({ ...UserListQuery.properties, ...Type.Pick(PageQuery, ['cursor', 'limit']).properties })

export const usersContract = {
  'GET /api/user': {
    who: 'investor',
    beforeFactor: true,
    summary: 'The signed-in user',
    reply: Type.Object({
      user: User,
      /** of the terms that they have to accept before they invest again, where there are such */
      terms_to_accept: Type.Optional(Type.Integer()),
    }),
  },
  'POST /api/profile-update': {
    who: 'investor',
    summary: 'Replace the profile picture (jpeg, png, webp)',
    raw: 'multipart',
    reply: Type.Object({ message: Type.String(), user: User }),
  },
  'GET /api/mail-word': {
    who: 'investor',
    summary: 'The word of the signed-in user’s own that every mail to them begins with',
    reply: Type.Object({ status: Type.Literal('success'), word: Nullable(Type.String()) }),
  },
  'POST /api/mail-word': {
    who: 'investor',
    summary: 'Choose that word; null for none',
    bothHalves: true,
    stepUp: true,
    body: Fields({ word: Nullable(Text(120, 0)) }),
    reply: MessageReply,
  },
  'GET /api/picture/:id': {
    who: 'anyone',
    summary: 'A profile picture, webp, 512 × 512; another picture has another id',
    raw: 'image',
    params: IdParams,
    reply: Type.Unsafe<Uint8Array>(Type.String({ format: 'binary' })),
  },
  'GET /api/admin/users': pageCall('Users in pages, newest first unless asked otherwise', UserInList, UserPageQuery),
  'GET /api/admin/users/count': countCall('How many users a list has in all', UserListQuery),
  'GET /api/admin/users/csv': csvCall('The users of a list as a file for spreadsheets', UserListQuery),
} as const satisfies Contract
