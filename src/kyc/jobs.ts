import { type Clock, HOUR, MINUTE } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { askForNewDocuments } from './ask-again.ts'
import { askProvider } from './ask-provider.ts'
import { eraseOverdue } from './erase-claims.ts'
import { hashNumbers } from './hash-numbers.ts'
import type { IdentityProvider } from './provider.ts'

/** What happens automatically: expiring documents are asked for anew, what serves nothing any more is erased, and numbers of before are hashed as new ones. */
export function kycJobs(house: { db: Database; clock: Clock; identityProviders: readonly IdentityProvider[] }) {
  const everyHour = (sweeps: typeof eraseOverdue) => ({
    everySeconds: HOUR / 1000,
    run: (stopping?: AbortSignal) => sweeps(house, stopping),
  })
  return [
    { name: 'ask for new identity documents', ...everyHour(askForNewDocuments) },
    { name: 'erase identity documents', ...everyHour(eraseOverdue) },
    { name: 'hash document numbers', ...everyHour(hashNumbers) },
    ...house.identityProviders.map((provider) => ({
      name: `ask the identity provider ${provider.name}`,
      everySeconds: MINUTE / 1000,
      run: (stopping?: AbortSignal) => askProvider(house, provider, stopping),
    })),
  ]
}
