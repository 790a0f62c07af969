/**
 * Random stories of a strict house that two take part in at the same time (decision 91), on real PostgreSQL. PROPERTY_RUNS
 * says how many (10 by default), PROCESSES=2 that each of the two is a process of its own and not only connections of its
 * own: `npm run test:long -- strict` tells 1,000 of them to two processes.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR } from '#kit/clock.ts'
import { readTransaction } from '#kit/transaction.ts'
import { recordFunds } from '#wallets/record-funds.ts'
import { wrongIn } from '../../../test/support/damaged-books.ts'
import { openInvestingHouse, problems, type InvestingHouse } from '../../../test/support/investing-house.ts'
import { withEarlyRate } from '../../../test/support/leaving.ts'
import { anAdministrator, anInvestor, usd } from '../../../test/support/people.ts'
import { type Act, ACTS, type Cast, type Outcome } from '../../../test/support/promises/acts.ts'
import { type Hand, ownHand, processHand } from '../../../test/support/promises/processes.ts'
import { readPromises } from '../../../test/support/promises/promised.ts'
import { setBacking } from './set-backing.ts'

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 10)
const ARE_PROCESSES = process.env['PROCESSES'] === '2'
/** Stories of one house: each is checked with all of its books, which grow. */
const TOGETHER = 20
/** How often something was done, and refused, and for what. */
const tally = new Map<string, number>()

type Place = { house: InvestingHouse; cast: Omit<Cast, 'people'>; hands: readonly Hand[]; close(): Promise<void> }

/** A strict house with 500 dollars set apart, two administrators, and two who act in it. */
async function openPlace(): Promise<Place> {
  const house = await withEarlyRate(await openInvestingHouse(), 1_000n)
  const { administrator, walletId, planId } = house
  const fund = { walletId, direction: 'in', reason: 'ours' } as const
  for (const [account, amount] of [
    ['capital', usd(2000)],
    ['reserve', usd(500)],
  ] as const) {
    await house.write((tx) => recordFunds(tx, administrator, { ...fund, account, amount }))
  }
  await house.write((tx) => setBacking(tx, administrator, { backing: 'strict', reason: 'as we said' }))
  const administrators = [administrator, await anAdministrator(house.db)]
  const open = ARE_PROCESSES ? processHand : async (url: string) => ownHand(url)
  const hands = await Promise.all([open(house.appUrl), open(house.appUrl)])
  return {
    ...{ house, hands, cast: { administrators, planId, walletId } },
    close: async () => {
      await Promise.all(hands.map((hand) => hand.close()))
      await house.close()
    },
  }
}

/** By far not all that waits, or runs, is decided on otherwise. */
const OFTEN: readonly Act['do'][] = ['save', 'approve', 'edit', 'exit', 'reinvest', 'approve bonus', 'agree', 'mature']
const act: fc.Arbitrary<Act> = fc.record({
  do: fc.constantFrom(...ACTS, ...OFTEN, ...OFTEN, ...OFTEN),
  by: fc.nat(1),
  who: fc.nat(2),
  which: fc.nat(5),
  dollars: fc.integer({ min: 100, max: 2000 }),
})
/** What two do at once, and hours that pass then. */
const step = fc.record({
  acts: fc.tuple(act, fc.option(act)),
  hours: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }) },
    { weight: 1, arbitrary: fc.integer({ min: 30, max: 24 * 15 }) },
  ),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** What stories begin with: money for promises, and people who invest at once and are approved at once. */
const BEGINNING: readonly Step[] = [
  [of('fund', 0, 2000), of('gift', 0, 500)],
  [of('save', 0, 600), of('save', 1, 900)],
  [of('approve', 0, 100), of('approve', 1, 100)],
  [of('save bonus', 0, 600), of('approve bonus', 1, 100)],
].map((acts) => ({ acts: acts as Step['acts'], hours: 0 }))
function of(what: Act['do'], n: number, dollars: number): Act {
  return { do: what, by: n, who: n, which: n, dollars }
}

/** Tells a story. Answers how many addresses people were shown. */
async function tell({ house, cast, hands }: Place, people: Cast['people'], steps: readonly Step[]): Promise<number> {
  let shown = 0
  for (const { acts, hours } of steps) {
    const outcomes = await Promise.all(
      acts.map(async (one, n) => (one === null ? undefined : hands[n]?.take({ ...cast, people }, one))),
    )
    for (const [n, outcome] of outcomes.entries()) {
      const what = acts[n]?.do
      if (outcome === undefined || what === undefined) continue
      if (what === 'save' && outcome.refused === null) shown += 1
      count(what, outcome)
      expect(outcome.refused?.code ?? 'wrong state').toMatch(/^(bad input|wrong state|not allowed|not found)$/)
      // what waits has shown its address: it is approved whenever somebody does
      if (what === 'approve' || what === 'verify') expect(outcome.refused?.message ?? '').not.toMatch(/set apart/)
    }
    await house.clock.move(hours * HOUR)
    const { unspoken, ...rest } = await readTransaction(house.db, readPromises)
    expect(rest).toEqual({ committed: 0n, three: 0n, used: 0n, uncommitted: 0n, beyond: 0n })
    expect(unspoken).toBeGreaterThanOrEqual(0n)
  }
  return shown
}

function count(what: string, { refused, nothing }: Outcome): void {
  const isCover = refused !== null && /set apart/.test(refused.message)
  const how = nothing ? 'nobody' : refused === null ? 'done' : isCover ? 'not covered' : 'refused'
  const name = `${what}: ${how}`
  tally.set(name, (tally.get(name) ?? 0) + 1)
}

test(
  'property: whatever two do at once in strict, committed is what is promised and not posted, nothing else is posted, and nobody is shown an address for what is not covered',
  { timeout: 120_000 + RUNS * 6_000 },
  async () => {
    let place = await openPlace()
    let told = 0
    try {
      await fc.assert(
        fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 5, maxLength: 15 }), async (begins, steps) => {
          if (told > 0 && told % TOGETHER === 0) {
            await place.close()
            place = await openPlace()
          }
          told += 1
          if (told % 50 === 0) console.log(`${told} stories are told`)
          const { house } = place
          const first = await anInvestor(house.db)
          const second = await anInvestor(house.db, { inviter: first })
          const people = [first, second, await anInvestor(house.db, { inviter: second })]
          const shown = await tell(place, people, [...(begins ? BEGINNING : []), ...steps])
          const ids = people.map(({ userId }) => userId)
          const saved = house.db.selectFrom('investment').select('id').where('user_id', 'in', ids)
          expect(await saved.where('source', '=', 'payment').execute()).toHaveLength(shown)
          expect(await house.write((tx) => wrongIn(tx, null))).toEqual([])
        }),
        { numRuns: RUNS, endOnFailure: true },
      )
      expect(await problems(place.house)).toEqual([])
    } finally {
      await place.close()
      if (RUNS > 100) console.log(Object.fromEntries([...tally].sort(([one], [other]) => one.localeCompare(other))))
    }
    if (RUNS < 100) return
    for (const one of ACTS) expect([...tally.keys()]).toContain(`${one}: done`)
    for (const one of ['save', 'reinvest', 'edit']) expect([...tally.keys()]).toContain(`${one}: not covered`)
  },
)
