import { type Clock, HOUR, MINUTE } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { askForNewDocuments } from './ask-again.ts'
import { askProvider } from './ask-provider.ts'
import { eraseOverdue } from './erase-claims.ts'
import type { IdentityProvider } from './provider.ts'

/** What happens automatically: expiring documents are asked for anew, and what serves nothing any more is erased. */
export function kycJobs({
  db,
  clock,
  identityProviders,
}: {
  db: Database
  clock: Clock
  identityProviders: readonly IdentityProvider[]
}) {
  const untilNone = (work: (tx: Tx, clock: Clock) => Promise<number>) => async (stopping?: AbortSignal) => {
    while (stopping?.aborted !== true && (await transaction(db, (tx) => work(tx, clock))) > 0);
  }
  return [
    { name: 'ask for new identity documents', everySeconds: HOUR / 1000, run: untilNone(askForNewDocuments) },
    { name: 'erase identity documents', everySeconds: HOUR / 1000, run: untilNone(eraseOverdue) },
    ...identityProviders.map((provider) => ({
      name: `ask the identity provider ${provider.name}`,
      everySeconds: MINUTE / 1000,
      run: () => askProvider({ db, clock }, provider),
    })),
  ]
}
