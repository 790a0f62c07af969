import type { Clock } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { Failures } from '#kit/failures.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { detailsOf } from './claim-details.ts'
import { changeClaim, type ClaimRow, forgetEvents, handOver, selectElsewhere } from './claim-store.ts'
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
  const failures = new Failures()
  const each = async (claims: readonly ClaimRow[], act: (claim: ClaimRow) => Promise<void>) => {
    for (const claim of claims) {
      if (stopping?.aborted === true) return
      // without a database nothing goes on; whatever the provider throws is of this claim alone
      await transaction(db, (tx) => changeClaim(tx, claim.id, { asked_at: clock.now() }))
      await act(claim).catch((error: unknown) => failures.add(claim.id, error))
    }
  }
  await each(toStart, (claim) => start(house, provider, claim))
  await each(toFetch, async (claim) => {
    const outcome = await provider.fetch(claim.reference ?? '')
    await transaction(db, (tx) => takeOutcome(tx, clock, provider.name, claim, outcome))
  })
  await each(toErase, async ({ id, reference }) => {
    await provider.erase({ checkId: id, reference })
    await transaction(db, (tx) => changeClaim(tx, id, { provider: null, reference: null }))
  })
  await transaction(db, (tx) => forgetEvents(tx, new Date(clock.now().getTime() - 2 * EVENT_GOOD_FOR)))
  failures.throwTogether()
}

/**
 * A start that was not heard of is made again: the provider knows the check by our id. That it was handed over is written
 * before, so that it is erased there whatever becomes of the answer.
 */
async function start({ db }: House, provider: IdentityProvider, { id }: ClaimRow): Promise<void> {
  const details = await transaction(db, async (tx) => {
    const claim = await handOver(tx, id, provider.name)
    return claim === undefined ? undefined : detailsOf(tx, claim)
  })
  // erased or decided meanwhile, or another provider has it: it is given to nobody else
  if (details === undefined) return
  const reference = await provider.start({ checkId: id, details })
  // whoever erased it meanwhile may have found nothing there yet: it is erased once more
  await transaction(db, (tx) => changeClaim(tx, id, { provider: provider.name, reference }))
}
