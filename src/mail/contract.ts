import { Type } from 'typebox'
import { Fields, MessageReply, Text, type Contract } from '#kit/wire.ts'

export const mailContract = {
  'POST /api/send-mail': {
    who: 'reviewer',
    summary: 'Send a mail to one address',
    body: Fields({ title: Text(200), content: Text(20_000), receiver: Type.String({ maxLength: 254 }) }),
    reply: MessageReply,
  },
} as const satisfies Contract
