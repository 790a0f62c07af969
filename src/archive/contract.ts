import { Type, type Static } from 'typebox'
import { FileReply, MessageReply, Nullable, Time, type Contract } from '#kit/wire.ts'

/** Everything that is somebody's, as one file: how far it has come. */
const ArchiveReply = Type.Object({
  state: Type.Union([Type.Literal('making'), Type.Literal('ready'), Type.Literal('failed')]),
  asked_at: Time,
  /** how many of its parts are done, and how many there are */
  step: Type.Integer(),
  steps: Type.Integer(),
  /** the moment that all of it is of; null until it is ready */
  made_at: Nullable(Time),
  /** from when on it is gone */
  over_at: Time,
  bytes: Nullable(Type.Integer()),
  /** it has what was handed in for identity checks, and whoever asks has not shown lately who they are */
  sign_in_first: Type.Boolean(),
})
export type OwnArchive = Static<typeof ArchiveReply>

export const archiveContract = {
  'GET /api/archive': {
    who: 'investor',
    beforeFactor: true,
    summary: 'How far the file with everything that is one’s own has come; null where none was asked for',
    reply: Type.Object({ archive: Nullable(ArchiveReply) }),
  },
  'POST /api/make-archive': {
    who: 'investor',
    bothHalves: true,
    summary:
      'Ask for everything that is one’s own as one file, at most three times in 24 hours; it is made in the background and kept for 24 hours',
    reply: MessageReply,
  },
  'GET /api/archive.zip': {
    who: 'investor',
    bothHalves: true,
    stepUp: true,
    takesLong: true,
    raw: 'file',
    summary:
      'That file; where it has what one handed in for identity checks only within five minutes of signing in or step-up',
    reply: FileReply('application/zip'),
  },
} as const satisfies Contract
