import { Type, type Static } from 'typebox'
import { Fields, Id, IdParams, MessageReply, Nullable, Text, Time, type Contract } from '#kit/wire.ts'
import { RoleSchema } from '#users/contract.ts'
import { MayWaitReply } from '#approvals/contract.ts'

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
  roles: Type.Array(RoleSchema),
  reason: Type.String(),
  invited_by: Type.Object({ id: Id, name: Type.String() }),
  created_at: Time,
  expires_at: Time,
})
export type RoleInvitation = Static<typeof RoleInvitation>

export const rolesContract = {
  'POST /api/sign-out-everywhere/:id': {
    who: 'reviewer',
    summary: 'End all sessions of a user',
    bothHalves: true,
    endsSession: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/require-reset/:id': {
    who: 'reviewer',
    summary: 'Refuse the current password until it has been reset',
    bothHalves: true,
    stepUp: true,
    endsSession: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/block-user/:id': {
    who: 'reviewer',
    summary: "Block a user's sign-in, with the reason that they are told; their money stays as it is",
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    body: Fields({ reason: Text(500) }),
    reply: MessageReply,
  },
  'POST /api/unblock-user/:id': {
    who: 'reviewer',
    summary: 'Let a blocked user sign in again; an administrator waits for a second owner if there is one',
    bothHalves: true,
    stepUp: true,
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
    summary: 'Mail a link by which the owner of an address becomes an administrator; earlier ones stop working',
    bothHalves: true,
    stepUp: true,
    body: Fields({
      email: Type.String({ maxLength: 254 }),
      roles: Type.Array(RoleSchema, { maxItems: 3 }),
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
    summary: 'Withdraw an invitation to roles',
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/accept-roles': {
    who: 'investor',
    summary: 'Take on the roles that a mailed link offers to the address that one has proved; opens another session',
    bothHalves: true,
    endsSession: true,
    stepUp: true,
    body: Fields({ token: Text(200) }),
    /** with the bearer of the session that takes the place of this one; only the first answer has it */
    reply: Type.Object({ message: Type.String(), access_token: Type.Optional(Type.String()) }),
  },
  'POST /api/set-roles/:id': {
    who: 'owner',
    summary: 'Change and take the roles of an administrator; who has none is invited. The last owner stays',
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    body: Fields({
      roles: Type.Array(RoleSchema, { maxItems: 3 }),
    }),
    reply: MayWaitReply,
  },
} as const satisfies Contract
