import { Type, type Static } from 'typebox'
import { Fields, Nullable, type Contract } from '#kit/wire.ts'
import { TransferId } from '#ledger/contract.ts'

const Bytes = Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$', description: 'Base64' })

/** What a transfer has committed to in the log, as far as whoever asks may see it, and its way to what was signed. */
export const OpeningReply = Type.Object({
  transfer: TransferId,
  /** its place in the log, from 0; null until it has one, which takes some seconds */
  position: Nullable(Type.Integer()),
  /** what the log has at that position */
  commitment: Nullable(Bytes),
  /** its header, then its entries: open with their salts, or what hides them; none without a position */
  parts: Type.Array(Type.Union([Type.Object({ text: Type.String(), salt: Bytes }), Type.Object({ hidden: Bytes })])),
  /** the newest checkpoint, the way to it and the key that has signed it; null until one has the position */
  log: Nullable(
    Type.Object({ size: Type.Integer(), path: Type.Array(Bytes), note: Type.String(), key: Type.String() }),
  ),
})
export type OpeningReply = Static<typeof OpeningReply>

const params = Fields({ id: Type.String({ pattern: '^[1-9][0-9]{0,17}$', description: 'number of a transfer' }) })

/** Whether anything was signed; and whether owners were told why nothing is, and there is something that is not. */
const LogSigning = Type.Object({ signed: Type.Boolean(), stopped: Type.Boolean() })
export type LogSigning = Static<typeof LogSigning>

export const logContract = {
  'GET /api/log': {
    who: 'anyone',
    summary: 'Whether the log has been signed, and whether the operator knows that it is not signed any further',
    reply: LogSigning,
  },
  'GET /api/opening/:id': {
    who: 'investor',
    summary:
      'What shows that a transfer stands in the log: its header, one’s own entries, and the way to the signature',
    params,
    reply: OpeningReply,
  },
  'GET /api/admin/opening/:id': {
    who: 'administrator',
    summary: 'The same with every entry of the transfer, all of which an administrator sees',
    params,
    reply: OpeningReply,
  },
} as const satisfies Contract
