import { Type, type Static } from 'typebox'
import { Fields, Id, IdParams, MessageReply, Nullable, Text, Time, type Contract } from '#kit/wire.ts'
import { page, PageReply } from '#lists/contract.ts'

const program = {
  /** by its name, such as Firefox; null if it is none that is known */
  browser: Nullable(Type.String()),
  system: Nullable(Type.String()),
}

/** A sign-in of one's own that is still open. */
const OwnSessionSchema = Type.Object({
  id: Id,
  /** the one that asks */
  current: Type.Boolean(),
  ...program,
  /** what its owner calls the device */
  name: Nullable(Type.String()),
  /** where it was opened, shortened: 203.0.113.x */
  network: Type.String(),
  remembered: Type.Boolean(),
  opened_at: Time,
  /** to the minute */
  seen_at: Time,
  /** when it ends if nobody comes */
  ends_at: Time,
})
export type OwnSession = Static<typeof OwnSessionSchema>

/** Something that was done with one's account. */
export const ActivityLine = Type.Object({
  id: Id,
  at: Time,
  /** the act, by its word in the audit log */
  action: Type.String(),
  by: Type.Union([Type.Literal('you'), Type.Literal('administrator'), Type.Literal('somebody')]),
  ...program,
  /** shortened; of what an administrator did null */
  network: Nullable(Type.String()),
  /** of wrong passwords */
  times: Nullable(Type.Integer()),
})
export type ActivityLine = Static<typeof ActivityLine>

const Pending = Type.Object({ to: Type.String(), code_expires_at: Time })
const password = Type.String({ maxLength: 200 })
const code = Type.String({ maxLength: 20 })

export const securityContract = {
  'GET /api/sessions': {
    who: 'investor',
    beforeFactor: true,
    summary: 'Where one is signed in: this sign-in first, then those used last',
    reply: Type.Object({ status: Type.Literal('success'), items: Type.Array(OwnSessionSchema) }),
  },
  'POST /api/end-session/:id': {
    who: 'investor',
    summary: 'End another sign-in of one’s own',
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/end-other-sessions': {
    who: 'investor',
    summary: 'End all of one’s sign-ins but this one',
    bothHalves: true,
    reply: MessageReply,
  },
  'POST /api/name-device/:id': {
    who: 'investor',
    summary: 'Name the device of a sign-in of one’s own; it keeps the name',
    bothHalves: true,
    params: IdParams,
    body: Fields({ name: Text(200, 0) }),
    reply: MessageReply,
  },
  'GET /api/activity': {
    who: 'investor',
    beforeFactor: true,
    summary: 'What was done with one’s account, newest first: sign-ins right and wrong, and changes',
    query: Fields(page),
    reply: PageReply(ActivityLine),
  },
  'POST /api/change-password': {
    who: 'investor',
    summary: 'Choose another password with the present one; ends all other sign-ins',
    bothHalves: true,
    stepUp: true,
    body: Fields({ current_password: password, password, password_confirmation: password }),
    reply: MessageReply,
  },
  'GET /api/contact-changes': {
    who: 'investor',
    beforeFactor: true,
    summary: 'The changes of one’s email address and phone number that wait for their code',
    reply: Type.Object({ status: Type.Literal('success'), email: Nullable(Pending), phone: Nullable(Pending) }),
  },
  'POST /api/begin-email-change': {
    who: 'investor',
    summary: 'Mail a code to the address that one wants to have',
    bothHalves: true,
    stepUp: true,
    body: Fields({ email: Type.String({ maxLength: 254 }), password }),
    reply: MessageReply,
  },
  'POST /api/confirm-email-change': {
    who: 'investor',
    summary: 'Prove the new address by its code; the old one is told and can take it back for 72 hours',
    bothHalves: true,
    stepUp: true,
    body: Fields({ code }),
    reply: MessageReply,
  },
  'POST /api/begin-phone-change': {
    who: 'investor',
    summary: 'Send a code to the phone number that one wants to have',
    bothHalves: true,
    stepUp: true,
    body: Fields({ phone: Type.String({ maxLength: 40 }), country: Type.String({ maxLength: 60 }), password }),
    reply: MessageReply,
  },
  'POST /api/confirm-phone-change': {
    who: 'investor',
    summary: 'Prove the new number by its code; the old one is told and can take it back for 72 hours',
    bothHalves: true,
    stepUp: true,
    body: Fields({ code }),
    reply: MessageReply,
  },
  'POST /api/undo-contact-change': {
    who: 'anyone',
    summary:
      'Take an account back by the link about a change of email address or phone number, or about its first second factor',
    body: Fields({ token: Text(200) }),
    reply: MessageReply,
  },
  'POST /api/close-account': {
    who: 'investor',
    summary: 'Close one’s account, when nothing is owed and nothing is open; it cannot be opened again',
    bothHalves: true,
    stepUp: true,
    endsSession: true,
    body: Fields({ password }),
    reply: MessageReply,
  },
} as const satisfies Contract
