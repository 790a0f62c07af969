import type { Settings } from '#kit/config.ts'
import type { Tx } from '#kit/database.ts'
import type { CallContext, Routes } from '#kit/routes.ts'
import type { Call } from '#kit/wire.ts'
import type { signaturesContract } from '../signatures-contract.ts'
import { proveWallet } from './prove-wallet.ts'
import { houseOf, sentenceToSign, shownSignatures } from './read-signatures.ts'

/** What is shown to whoever asks, where strangers may see it or they are none. */
export type ShownBooks = <Answer extends object>(
  asked: Pick<CallContext<Call>, 'read' | 'request'>,
  make: (tx: Tx) => Promise<Answer>,
) => Promise<(Answer & { public: boolean }) | { public: false }>

/** The calls about what wallets have signed. */
export function signaturesRoutes(
  { settings }: { settings: Pick<Settings, 'appUrl'> },
  shown: ShownBooks,
): Routes<typeof signaturesContract> {
  const house = houseOf(settings.appUrl)
  return {
    'GET /api/books/signatures': (asked) => shown(asked, async (tx) => ({ signatures: await shownSignatures(tx) })),
    'GET /api/admin/wallet-sentence/:id': ({ params, read }) =>
      read(async (tx) => ({ status: 'success' as const, ...(await sentenceToSign(tx, house, params.id)) })),
    'POST /api/prove-wallet/:id': ({ actor, params, body, write }) =>
      write(async (tx) => {
        const { name, day } = await proveWallet(tx, house, actor, { walletId: params.id, ...body }, 'EIP-191')
        return { message: `${name} is shown as held on ${day}, by its signature.` }
      }),
  }
}
