import type { Clock } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { isLostConnection, readTransaction, transaction } from '#kit/transaction.ts'
import { detailsOf } from './claim-details.ts'
import { changeClaim, type ClaimRow, forgetEvents, selectClaim, selectElsewhere } from './claim-store.ts'
import type { IdentityProvider } from './provider.ts'
import { EVENT_GOOD_FOR } from './signed-event.ts'
import { takeOutcome } from './take-outcome.ts'

type House = { db: Database; clock: Clock }

/**
 * Does with an outside provider what waits: hands over checks that were submitted, asks how those stand that it has, and
 * lets it erase what was erased here, whatever was asked longest ago first. What fails is told, and tried again after the
 * others; reviewers can decide meanwhile.
 */
export async function askProvider(house: House, provider: IdentityProvider, stopping?: AbortSignal): Promise<void> {
  const { db, clock } = house
  const { toStart, toFetch, toErase } = await readTransaction(db, (tx) => selectElsewhere(tx, provider.name))
  const failed: unknown[] = []
  const each = async (claims: readonly ClaimRow[], act: (claim: ClaimRow) => Promise<void>) => {
    for (const claim of claims) {
      if (stopping?.aborted === true) return
      const asked = transaction(db, (tx) => changeClaim(tx, claim.id, { asked_at: clock.now() }))
      await asked
        .then(() => act(claim))
        .catch((error: unknown) => {
          if (isLostConnection(error)) throw error
          failed.push(error)
        })
    }
  }
  await each(toStart, (claim) => start(house, provider, claim))
  await each(toFetch, async (claim) => {
    const outcome = await provider.fetch(claim.reference ?? '')
    await transaction(db, (tx) => takeOutcome(tx, clock, provider.name, claim, outcome))
  })
  await each(toErase, async ({ id, reference }) => {
    await provider.erase(reference ?? '')
    await transaction(db, (tx) => changeClaim(tx, id, { provider: null, reference: null }))
  })
  await transaction(db, (tx) => forgetEvents(tx, new Date(clock.now().getTime() - 2 * EVENT_GOOD_FOR)))
  if (failed.length > 0)
    throw new AggregateError(failed, `${failed.length} calls of the provider ${provider.name} failed`)
}

/** A start that was not heard of is made again: the provider knows the check by our id. */
async function start({ db }: House, provider: IdentityProvider, { id }: ClaimRow): Promise<void> {
  const details = await readTransaction(db, async (tx) => {
    const claim = await selectClaim(tx, id)
    return claim === undefined || claim.erased_at !== null ? undefined : detailsOf(tx, claim)
  })
  // erased meanwhile: it is given to nobody any more
  if (details === undefined) return
  const reference = await provider.start({ checkId: id, details })
  await transaction(db, (tx) => changeClaim(tx, id, { provider: provider.name, reference }))
}
