import { Type, type Static } from 'typebox'
import { Amount, Fields, MessageReply, FileReply, Nullable, Text, Time, type Contract } from '#kit/wire.ts'
import { OwnAccount } from '#ledger/contract.ts'

/** Base64 of bytes. */
const Bytes = Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$', description: 'Base64' })
/** Whole micro-dollars, as they are hashed. */
const Micro = Type.String({ pattern: '^(0|[1-9][0-9]{0,18})$', description: 'Whole micro-dollars, 0 to 2⁶³ − 1' })
const Epoch = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const EpochQuery = Fields({ epoch: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })) })

const PublishedProof = Type.Object({
  /** counts proofs from the first on */
  epoch: Epoch,
  made_at: Time,
  /** why an owner asked for it; null for that of the day */
  reason: Nullable(Type.String()),
  /** of how many entries of the log this is the state */
  position: Type.Integer(),
  root: Bytes,
  total: Amount,
  /** of that, what belongs to nobody who is known */
  unowned: Amount,
  depth: Type.Integer(),
  /** what opens its entry of the log to everybody; null for the seconds until it has one */
  log: Nullable(Type.Object({ index: Type.Integer(), salt: Bytes, text: Type.String() })),
})
export type PublishedProof = Static<typeof PublishedProof>

const BundleReply = Type.Object({
  epoch: Epoch,
  made_at: Time,
  name: Type.String(),
  nonce: Bytes,
  parts: Type.Array(Type.Object({ amount: Micro, leaf: Type.Integer(), path: Type.Array(Type.Tuple([Bytes, Micro])) })),
  position: Type.Integer(),
  depth: Type.Integer(),
  unowned: Micro,
  total: Micro,
  root: Bytes,
  /** where the log says root and total, and the newest note of it with its key; null until one is signed that has it */
  log: Nullable(
    Type.Object({
      index: Type.Integer(),
      size: Type.Integer(),
      salt: Bytes,
      path: Type.Array(Bytes),
      note: Type.String(),
      key: Type.String(),
    }),
  ),
})
export type OwnBundle = Static<typeof BundleReply>

/** By the own statement, and not by what the proof is made of. */
const BalanceReply = Type.Object({
  epoch: Epoch,
  /** of how many entries of the log it is the state */
  position: Type.Integer(),
  /** what stood on each account then */
  accounts: Type.Array(Type.Object({ account: OwnAccount, balance: Amount })),
  /** what suspense held then of what came in for own investments */
  held: Amount,
  /** all of that: what the proof has to count */
  owed: Amount,
  /** what investments have brought since and is posted */
  earned: Amount,
  /** what has come in and gone out otherwise since */
  moved: Amount,
  /** owed + earned + moved */
  now: Amount,
  /** earned to the second of the answer and not posted yet */
  unposted: Amount,
})
export type BalanceOfProof = Static<typeof BalanceReply>

export const proofsContract = {
  'GET /api/proofs': {
    who: 'anyone',
    summary:
      'The root and the total of each proof of what is owed, the newest 90; to strangers where the operator shows the books',
    reply: Type.Union([
      Type.Object({ public: Type.Boolean(), proofs: Type.Array(PublishedProof) }),
      Type.Object({ public: Type.Literal(false) }, { additionalProperties: false }),
    ]),
  },
  'GET /api/proof': {
    who: 'investor',
    takesLong: true,
    summary:
      'What shows that what one is owed is counted in a proof, the newest unless asked otherwise; kept for 90 days',
    query: EpochQuery,
    reply: BundleReply,
  },
  'GET /api/proof-balance': {
    who: 'investor',
    takesLong: true,
    summary: 'What the own statement says was owed at the position of a proof, and what has come since',
    query: EpochQuery,
    reply: BalanceReply,
  },
  'GET /api/proof.html': {
    who: 'investor',
    bothHalves: true,
    raw: 'file',
    takesLong: true,
    summary: 'The same as a page to keep, which checks itself without a connection',
    query: EpochQuery,
    reply: FileReply('text/html'),
  },
  'GET /api/proof-mails': {
    who: 'investor',
    summary: 'Whether one gets the first proof of each month by mail',
    reply: Type.Object({ wanted: Type.Boolean() }),
  },
  'POST /api/want-proof-mails': {
    who: 'investor',
    bothHalves: true,
    summary: 'Get the first proof of each month by mail from now on, or no more',
    body: Fields({ wanted: Type.Boolean() }),
    reply: MessageReply,
  },
  'POST /api/make-proof': {
    who: 'owner',
    bothHalves: true,
    summary:
      'Ask for a proof beyond that of the day, at most once an hour; it is made within a minute where people are few',
    body: Fields({ reason: Text(500) }),
    reply: MessageReply,
  },
} as const satisfies Contract
