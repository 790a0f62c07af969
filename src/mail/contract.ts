import { type Static, Type } from 'typebox'
import { Fields, Id, IdParams, MessageReply, Nullable, Text, Time } from '#kit/wire.ts'
import type { Contract } from '#kit/wire.ts'
import { countCall, csvCall, ListQuery, pageCall } from '#lists/contract.ts'

export const MESSAGE_STATES = ['waiting', 'delivered', 'failed'] as const
const MessageStateText = Type.Union([Type.Literal('waiting'), Type.Literal('delivered'), Type.Literal('failed')])
export type MessageState = Static<typeof MessageStateText>

/** Everybody, whoever has running investments, or whoever has running investments of one plan. */
const Segment = Type.Union([Type.Literal('all'), Type.Literal('running'), Type.Literal('plan')])
export type Segment = Static<typeof Segment>

const written = { title: Text(200), content: Text(20_000) }

/** Which messages: by the beginning of a receiver or part of a subject, states parted by commas, the time of making. */
const narrowed = {
  q: ListQuery.properties.q,
  status: ListQuery.properties.status,
  from: ListQuery.properties.from,
  to: ListQuery.properties.to,
  sort: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
}
export const MessagesListQuery = Fields(narrowed)
const MessagesQuery = Fields({
  ...narrowed,
  cursor: Type.Optional(Text(200)),
  limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$' })),
})

/** A message on its way out, without what it says: that is its receiver's. */
export const ListedMessage = Type.Object({
  id: Id,
  channel: Type.Union([Type.Literal('mail'), Type.Literal('text')]),
  receiver: Type.String(),
  /** none if it is a text message */
  subject: Nullable(Type.String()),
  state: MessageStateText,
  tries: Type.Integer({ minimum: 0 }),
  /** what the other side said at the last try that failed */
  last_error: Nullable(Type.String()),
  created_at: Time,
  delivered_at: Nullable(Time),
  /** it was written to a file, as there was no mail server or gateway: its receiver has not got it */
  to_file: Type.Boolean(),
  given_up_at: Nullable(Time),
  /** when it is tried again; only while it waits */
  next_try_at: Nullable(Time),
  mailing_id: Nullable(Id),
  /** it carried a code or a link: once given up it can only be asked for again */
  secret: Type.Boolean(),
  may_retry: Type.Boolean(),
})
export type ListedMessage = Static<typeof ListedMessage>

/** One mail to many, and how far it has come. */
export const Mailing = Type.Object({
  id: Id,
  title: Type.String(),
  segment: Segment,
  plan: Nullable(Type.Object({ id: Id, name: Type.String() })),
  sent_by: Type.Object({ id: Id, name: Type.String() }),
  created_at: Time,
  state: Type.Union([Type.Literal('sending'), Type.Literal('sent'), Type.Literal('stopped')]),
  /** how many belonged to the segment when it was sent */
  expected: Type.Integer({ minimum: 0 }),
  /** how many messages have been written so far */
  written: Type.Integer({ minimum: 0 }),
  delivered: Type.Integer({ minimum: 0 }),
  failed: Type.Integer({ minimum: 0 }),
})
export type Mailing = Static<typeof Mailing>

const Template = Type.Object({
  event: Type.String(),
  channel: Type.Union([Type.Literal('mail'), Type.Literal('text')]),
  subject: Nullable(Type.String()),
  content: Type.String(),
  secret: Type.Boolean(),
})
export type Template = Static<typeof Template>

export const mailContract = {
  'POST /api/send-mail': {
    who: 'reviewer',
    summary: 'Send a mail, written in Markdown, to one address',
    bothHalves: true,
    stepUp: true,
    body: Fields({ ...written, receiver: Type.String({ maxLength: 254 }) }),
    reply: MessageReply,
  },
  'POST /api/send-mailing': {
    who: 'reviewer',
    bothHalves: true,
    stepUp: true,
    summary: 'Send a mail, written in Markdown, to everybody in a segment except those whose sign-in is blocked',
    body: Fields({ ...written, segment: Segment, plan_id: Type.Optional(Id) }),
    reply: Type.Object({ message: Type.String(), id: Id }),
  },
  'POST /api/stop-mailing/:id': {
    who: 'reviewer',
    summary: 'Stop a mailing: what has not been sent yet will not be',
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/preview-mail': {
    who: 'administrator',
    summary: 'What a mail will look like, and how many of a segment will receive it; sends nothing',
    body: Fields({ ...written, segment: Type.Optional(Segment), plan_id: Type.Optional(Id) }),
    reply: Type.Object({
      status: Type.Literal('success'),
      /** of its content, without the frame of a document */
      html: Type.String(),
      text: Type.String(),
      /** null if no segment was named */
      receivers: Nullable(Type.Integer({ minimum: 0 })),
    }),
  },
  'GET /api/admin/messages': pageCall(
    'Messages and what became of them, newest first; never what they say',
    ListedMessage,
    MessagesQuery,
  ),
  'POST /api/retry-message/:id': {
    who: 'reviewer',
    summary: 'Try a message again that was given up',
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
  'GET /api/admin/mailings': {
    who: 'administrator',
    summary: 'The newest mailings and how far they have come',
    reply: Type.Object({ status: Type.Literal('success'), items: Type.Array(Mailing) }),
  },
  'GET /api/admin/templates': {
    who: 'administrator',
    summary: 'Every mail and text message that is sent automatically, with an example',
    reply: Type.Object({ status: Type.Literal('success'), items: Type.Array(Template) }),
  },
  'GET /api/admin/messages/count': countCall('How many messages a list has in all', MessagesListQuery),
  'GET /api/admin/messages/csv': csvCall(
    'The messages of a list as a file for spreadsheets; never what they say',
    MessagesListQuery,
  ),
} as const satisfies Contract
