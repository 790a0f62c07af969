import { Type, type Static } from 'typebox'
import { Day, Fields, Id, IdParams, MessageReply, Nullable, Text, Time, type Contract } from '#kit/wire.ts'

const Scheme = Type.Union([Type.Literal('EIP-191'), Type.Literal('BIP-322')])

const WalletSignature = Type.Object({
  wallet_name: Type.String(),
  network: Type.String(),
  /** of the wallet when it was signed with, and whether it is its address now */
  address: Type.String(),
  current: Type.Boolean(),
  scheme: Scheme,
  /** of the proof whose root is signed, UTC */
  day: Day,
  epoch: Type.Integer(),
  /** what was signed, to the letter */
  sentence: Type.String(),
  /** `0x` and 130 digits, or a witness in base64 */
  signature: Type.String(),
  given_at: Time,
})
export type WalletSignature = Static<typeof WalletSignature>

const ToSign = Type.Object({
  status: Type.Literal('success'),
  wallet: Type.Object({ id: Id, wallet_name: Type.String(), network: Type.String(), address: Type.String() }),
  /** how wallets of this network sign; null where no signature of theirs can be verified */
  scheme: Nullable(Scheme),
  /** null before the first proof, and where none can be verified */
  sentence: Nullable(Type.String()),
  newest: Nullable(WalletSignature),
})
export type ToSign = Static<typeof ToSign>

export const signaturesContract = {
  'GET /api/books/signatures': {
    who: 'anyone',
    summary:
      'With what the owners of payment wallets have signed that they are held: of each wallet the newest, with the sentence; to strangers where the operator shows the books',
    reply: Type.Union([
      Type.Object({ public: Type.Boolean(), signatures: Type.Array(WalletSignature) }),
      Type.Object({ public: Type.Literal(false) }, { additionalProperties: false }),
    ]),
  },
  'GET /api/admin/wallet-sentence/:id': {
    who: 'administrator',
    summary: 'The sentence for the owner of a payment wallet to sign, and what was signed last',
    params: IdParams,
    reply: ToSign,
  },
  'POST /api/prove-wallet/:id': {
    who: 'reviewer',
    summary:
      'Show that a payment wallet is held by a signature of its key over the sentence of a proof that is at most a week old (EIP-191); a second one over the same changes nothing',
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    body: Fields({ sentence: Text(1000), signature: Text(2000) }),
    reply: MessageReply,
  },
} as const satisfies Contract
