import { isSignedIn } from '#identity/gate.ts'
import type { Clock } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import type { Routes } from '#kit/routes.ts'
import { settingsNow } from '#settings/read.ts'
import { askForProof } from './ask-for-proof.ts'
import { balanceThen } from './balance/balance-then.ts'
import type { proofsContract } from './contract.ts'
import { proofPage } from './proof-page.ts'
import { proofMailsOf, wantProofMails } from './mails/want-proof-mails.ts'
import { ownBundle, publishedProofs } from './read.ts'

const WILL_MAIL = 'We will mail the first proof of each month to you.'
const epochOf = ({ epoch }: { epoch?: string | undefined }) => (epoch === undefined ? undefined : Number(epoch))

/** The calls of this slice. */
export function proofsRoutes(house: { db: Database; clock: Clock }): Routes<typeof proofsContract> {
  return {
    'GET /api/proofs': async ({ read, request }) => {
      // asked before a turn is taken: whoever holds one waits for no other
      const known = await isSignedIn(house, request)
      return read(async (tx) => {
        const { publicBooks } = await settingsNow(tx, { publicBooks: true })
        return publicBooks || known
          ? { public: publicBooks, proofs: await publishedProofs(tx) }
          : { public: false as const }
      })
    },
    'GET /api/proof': ({ actor, query, read }) => read((tx) => ownBundle(tx, actor, epochOf(query))),
    'GET /api/proof-balance': ({ actor, query, read }) => read((tx) => balanceThen(tx, actor, epochOf(query))),
    'GET /api/proof.html': async ({ actor, query, read }) => {
      const bundle = await read((tx) => ownBundle(tx, actor, epochOf(query)))
      const bytes = Buffer.from(await proofPage(bundle))
      return { name: `plumb-proof-${bundle.epoch}.html`, type: 'text/html; charset=utf-8', bytes }
    },
    'GET /api/proof-mails': ({ actor, read }) => read((tx) => proofMailsOf(tx, actor)),
    'POST /api/want-proof-mails': ({ actor, body, write }) =>
      write(async (tx) => {
        await wantProofMails(tx, actor, body)
        return { message: body.wanted ? WILL_MAIL : 'We will not mail proofs to you any more.' }
      }),
    'POST /api/make-proof': ({ actor, body, write }) =>
      write(async (tx) => {
        await askForProof(tx, actor, body)
        return { message: 'The proof is being made.' }
      }),
  }
}
