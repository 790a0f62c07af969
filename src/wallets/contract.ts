import { Type, type Static } from 'typebox'
import { AmountInput, Fields, Id, IdParams, Nullable, Text, Version, type Contract } from '#kit/wire.ts'
import { MayWaitReply } from '#approvals/contract.ts'

/** The networks that payments are taken on and paid out on. */
export const NETWORKS = [
  'bitcoin',
  'ethereum',
  'tron',
  'litecoin',
  'dogecoin',
  'solana',
  'bnb smart chain',
  'polygon',
] as const

export const Wallet = Type.Object({
  id: Id,
  wallet_name: Type.String(),
  wallet_address: Type.String(),
  network: Type.String(),
  available: Type.Boolean(),
  /** the symbol of what is paid there; null for dollars alone */
  coin: Nullable(Type.String()),
  /** of a token; null for the network's own coin */
  coin_contract: Nullable(Type.String()),
  coin_decimals: Nullable(Type.Integer()),
  version: Version,
})
export type Wallet = Static<typeof Wallet>

const fields = {
  name: Text(60),
  address: Text(120),
  network: Type.Optional(
    Type.String({
      maxLength: 40,
      description: `${NETWORKS.join(', ')}; may be left out if only one of them writes such addresses`,
    }),
  ),
  available: Type.Optional(Type.Boolean()),
  coin: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 20,
        description:
          'The symbol of the coin that is paid there: the network’s own, such as BTC, or a token’s, such as USDT; blank or null for dollars alone. Left out it stays',
      }),
    ),
  ),
  coin_contract: Type.Optional(
    Nullable(Type.String({ maxLength: 120, description: 'Of a token: the address of its contract' })),
  ),
  coin_decimals: Type.Optional(
    Nullable(
      Type.Union([Type.Integer(), Type.String({ maxLength: 10 })], {
        description: 'Of a token: how many decimals it has, 0 to 18',
      }),
    ),
  ),
}

/** Against what the operator's own money is recorded; `reserve` is capital that is set apart for promises in the same act. */
export const RecordedAccount = Type.Union([
  Type.Literal('capital'),
  Type.Literal('returns'),
  Type.Literal('fees'),
  Type.Literal('reserve'),
])
export type RecordedAccount = Static<typeof RecordedAccount>

export const walletsContract = {
  'POST /api/create-wallet': {
    who: 'reviewer',
    summary: 'Add a payment wallet; it waits for a second administrator if there is one',
    bothHalves: true,
    stepUp: true,
    body: Fields(fields),
    reply: MayWaitReply,
  },
  'POST /api/update-wallet/:id': {
    who: 'reviewer',
    summary:
      'Change a payment wallet; investments made before keep the address they were made with. Hiding it takes effect at once, all else waits for a second administrator if there is one',
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    body: Fields({ ...fields, version: Type.Optional(Version) }),
    reply: MayWaitReply,
  },
  'POST /api/record-funds': {
    who: 'owner',
    movesMoney: true,
    summary: "Record the operator's own money coming into or going out of a payment wallet",
    bothHalves: true,
    stepUp: true,
    body: Fields({
      wallet_id: Id,
      amount: AmountInput,
      direction: Type.Union([Type.Literal('in'), Type.Literal('out')]),
      account: RecordedAccount,
      /** returns that are set apart for promises in the same act */
      to_reserve: Type.Optional(Type.Boolean()),
      reason: Text(500),
    }),
    reply: MayWaitReply,
  },
} as const satisfies Contract
