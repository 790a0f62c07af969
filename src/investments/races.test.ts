/**
 * Races on real PostgreSQL: whoever comes second is refused and changes nothing. RACE_ROUNDS says how often each is
 * run (4 by default; `npm run test:long -- races` runs each 200 times).
 */
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Status } from '#kit/wire.ts'
import { ZERO } from '#money/micro-usd.ts'
import { lockUser } from '#users/lock-user.ts'
import { approveReferral } from '#referrals/approve.ts'
import { TO_RACE } from '../../test/support/database.ts'
import { openInvestingHouse, problems, SETTINGS } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { balance, invest, investmentNow, referralNow, save } from '../../test/support/investing.ts'
import { anInvestor, usd } from '../../test/support/people.ts'
import { accrueInvestor } from './accrue.ts'
import { approveInvestment } from './approve.ts'
import { cancelInvestment } from './cancel.ts'
import { completeInvestments } from './complete.ts'
import { declineInvestment } from './decline.ts'
import { expireInvestment } from './expire.ts'
import { reinvestInvestment } from './reinvest.ts'
import type { InvestmentRecord } from './store.ts'
import { updateInvestment } from './update.ts'
import { verifyInvestment } from './verify.ts'

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4)
const job = { job: 'test' }

const house = opened(() => openInvestingHouse({ size: TO_RACE }))
afterEach(async () => {
  expect(await problems(house)).toEqual([])
  expect(await deadlocks()).toBe(0n)
}, 300_000)

/** Locks that were taken in a circle; transactions that met one are tried again, so nothing else would show it. */
async function deadlocks(): Promise<bigint | undefined> {
  const { rows } = await sql<{ deadlocks: bigint }>`
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`.execute(house.db)
  return rows[0]?.deadlocks
}

/** Runs a race over and over, each time with a new inviter and investor. */
function race(name: string, round: (investor: Investor, inviter: Investor) => Promise<void>): void {
  test(
    `race: ${name}`,
    async () => {
      for (let count = 0; count < ROUNDS; count += 1) {
        const inviter = await anInvestor(house.db)
        await round(await anInvestor(house.db, { inviter }), inviter)
      }
    },
    60_000 + ROUNDS * 2_000,
  )
}

type Outcome = 'done' | 'wrong state'

let turn = 0

/**
 * Starts all at the same time, each in a transaction of its own; every other time the last one first. Anything but
 * done or 409 fails the test.
 */
async function atOnce(...verbs: ((tx: Tx) => Promise<unknown>)[]): Promise<Outcome[]> {
  turn += 1
  const lastFirst = turn % 2 === 0
  const outcomes = await Promise.all((lastFirst ? verbs.toReversed() : verbs).map(outcomeOf))
  return lastFirst ? outcomes.toReversed() : outcomes
}

async function outcomeOf(verb: (tx: Tx) => Promise<unknown>): Promise<Outcome> {
  try {
    await house.write(verb)
    return 'done'
  } catch (error) {
    if (error instanceof Refusal && error.code === 'wrong state') return error.code
    throw error
  }
}
const times = <T>(count: number, verb: T): T[] => Array.from({ length: count }, () => verb)
const winners = (outcomes: readonly (Outcome | undefined)[]) => outcomes.filter((outcome) => outcome === 'done').length

const approve = (id: string) => (tx: Tx) => approveInvestment(tx, house.administrator, { id }, SETTINGS)
const decline = (id: string) => (tx: Tx) =>
  declineInvestment(tx, house.administrator, { id, reason: null, received: usd(500) })
const cancel = (id: string, who: Investor) => (tx: Tx) => cancelInvestment(tx, who, { id })
const verify = (tranxId: string, who: Investor) => (tx: Tx) => verifyInvestment(tx, who, { tranxId })
const GIVEN_UP = ['declined', 'cancelled by investor']
async function endOf(id: string): Promise<[Status, string | null]> {
  const { status, reason } = await investmentNow(house, id)
  return [status, reason]
}
const complete = (id: string) => (tx: Tx) => completeInvestments(tx, job, [id])
const expire = (id: string) => (tx: Tx) => expireInvestment(tx, job, { id })
const reinvest = (id: string, who: Investor) => (tx: Tx) => reinvestInvestment(tx, who, { id }, { kyc: 'off' })
const edit =
  (seen: InvestmentRecord, status: Status, amount = seen.amount) =>
  (tx: Tx) => {
    const date = (seen.began_at ?? seen.created_at).toISOString()
    const { id, version } = seen
    return updateInvestment(tx, house.administrator, { id, amount, date, status, reason: null, version }, SETTINGS)
  }
const accrue = (who: Investor) => async (tx: Tx) => {
  await lockUser(tx, who.userId)
  await accrueInvestor(tx, await databaseClock(tx), job, who.userId)
}

async function investedAndDone(who: Investor): Promise<InvestmentRecord> {
  const { id } = await invest(house, who)
  await house.days(14)
  await house.write(complete(id))
  return investmentNow(house, id)
}

race('approve against expiry: one of them decides', async (investor) => {
  const { id } = await save(house, investor)
  await house.days(1)
  const [approved] = await atOnce(approve(id), expire(id), expire(id))
  const { status } = await investmentNow(house, id)
  expect(status).toBe(approved === 'done' ? 'approved' : 'declined')
  expect(await balance(house, investor, 'invested')).toBe(approved === 'done' ? usd(500) : ZERO)
})

race('verify against expiry: one of them decides', async (investor) => {
  const { id, tranx_id } = await save(house, investor)
  await house.days(1)
  const [verified] = await atOnce(verify(tranx_id, investor), expire(id))
  expect((await investmentNow(house, id)).status).toBe(verified === 'done' ? 'waiting approval' : 'declined')
})

race('cancelling against being marked as paid: one wins, the other is told', async (investor) => {
  const { id, tranx_id } = await save(house, investor)
  const [cancelled, verified] = await atOnce(cancel(id, investor), verify(tranx_id, investor))
  expect(winners([cancelled, verified])).toBe(1)
  expect(await endOf(id)).toEqual(cancelled === 'done' ? GIVEN_UP : ['waiting approval', null])
})

race('cancelling against approve: one wins, the other is told', async (investor) => {
  const { id } = await save(house, investor)
  const [cancelled, approved] = await atOnce(cancel(id, investor), approve(id))
  expect(winners([cancelled, approved])).toBe(1)
  expect(await endOf(id)).toEqual(cancelled === 'done' ? GIVEN_UP : ['approved', null])
  expect(await balance(house, investor, 'invested')).toBe(approved === 'done' ? usd(500) : ZERO)
})

race('cancelling against expiry: one of them decides, and says why', async (investor) => {
  const { id } = await save(house, investor)
  await house.days(1)
  const [cancelled] = await atOnce(cancel(id, investor), expire(id), expire(id))
  expect(await endOf(id)).toEqual(cancelled === 'done' ? GIVEN_UP : ['declined', 'expired'])
})

race('cancelling ten times: once', async (investor) => {
  const { id } = await save(house, investor)
  expect(winners(await atOnce(...times(10, cancel(id, investor))))).toBe(1)
  expect(await endOf(id)).toEqual(GIVEN_UP)
})

race('approve against decline: one wins, the other is told', async (investor) => {
  const { id } = await save(house, investor)
  const [approved, declined] = await atOnce(approve(id), decline(id))
  expect(winners([approved, declined])).toBe(1)
  expect((await investmentNow(house, id)).status).toBe(approved === 'done' ? 'approved' : 'declined')
})

race('approve against an edit of what was seen: one wins, the other is told', async (investor) => {
  const seen = await save(house, investor)
  const [approved, edited] = await atOnce(approve(seen.id), edit(seen, 'declined'))
  expect(winners([approved, edited])).toBe(1)
  expect(await balance(house, investor, 'invested')).toBe(approved === 'done' ? usd(500) : ZERO)
})

race('approve against an edit to approved: one wins, and the referral is made once', async (investor) => {
  const seen = await save(house, investor)
  const outcomes = await atOnce(approve(seen.id), edit(seen, 'approved', usd(600)))
  expect(winners(outcomes)).toBe(1)
  const amount = outcomes[0] === 'done' ? usd(500) : usd(600)
  expect(await balance(house, investor, 'invested')).toBe(amount)
  expect(await referralNow(house, seen.id)).toMatchObject({ status: 'pending', amount: amount / 20n })
})

race('approve against maturity: what is approved is not approved again, and matures once', async (investor) => {
  const { id } = await invest(house, investor)
  await house.days(14)
  const [again] = await atOnce(approve(id), complete(id), complete(id), accrue(investor))
  expect(again).toBe('wrong state')
  expect(await balance(house, investor, 'earnings')).toBe(usd(528))
})

race('maturity against an edit of what was seen: one of them decides', async (investor) => {
  const seen = await invest(house, investor)
  await house.days(14)
  const [edited] = await atOnce(edit(seen, 'declined'), complete(seen.id))
  const { status } = await investmentNow(house, seen.id)
  expect(status).toBe(edited === 'done' ? 'declined' : 'completed')
  expect(await balance(house, investor, 'earnings')).toBe(edited === 'done' ? ZERO : usd(528))
})

race('ten approvals of one investment: one passes', async (investor) => {
  const { id } = await save(house, investor)
  expect(winners(await atOnce(...times(10, approve(id))))).toBe(1)
  expect(await balance(house, investor, 'invested')).toBe(usd(500))
})

race('ten edits of the same sight of a record: one passes', async (investor) => {
  const seen = await invest(house, investor)
  const edits = Array.from({ length: 10 }, (_, number) => edit(seen, 'approved', usd(600 + number)))
  const outcomes = await atOnce(...edits)
  expect(winners(outcomes)).toBe(1)
  expect(await balance(house, investor, 'invested')).toBe(usd(600 + outcomes.indexOf('done')))
})

race('ten approvals of one referral: one passes', async (investor, inviter) => {
  const referral = await referralNow(house, (await invest(house, investor)).id)
  const id = referral?.id ?? ''
  const verb = (tx: Tx) => approveReferral(tx, house.administrator, { id }, SETTINGS)
  expect(winners(await atOnce(...times(10, verb)))).toBe(1)
  expect(await balance(house, inviter, 'referral')).toBe(usd(25))
})

race(
  'approving a referral against its investment leaving approved: nothing is left in the wallet',
  async (investor, inviter) => {
    const seen = await invest(house, investor)
    const { id = '' } = (await referralNow(house, seen.id)) ?? {}
    const [, edited] = await atOnce(
      (tx) => approveReferral(tx, house.administrator, { id }, SETTINGS),
      edit(seen, 'pending'),
    )
    expect(edited).toBe('done')
    expect(await referralNow(house, seen.id)).toMatchObject({ status: 'declined' })
    expect(await balance(house, inviter, 'referral')).toBe(ZERO)
  },
)

race('approving a referral against maturity: it is completed in the end', async (investor, inviter) => {
  const seen = await invest(house, investor)
  const { id = '' } = (await referralNow(house, seen.id)) ?? {}
  await house.days(14)
  const outcomes = await atOnce((tx) => approveReferral(tx, house.administrator, { id }, SETTINGS), complete(seen.id))
  expect(winners(outcomes)).toBe(2)
  expect(await referralNow(house, seen.id)).toMatchObject({ status: 'completed' })
  expect(await balance(house, inviter, 'referral')).toBe(usd(25))
})

race('ten reinvestments of one investment: one passes', async (investor) => {
  const { id } = await investedAndDone(investor)
  expect(winners(await atOnce(...times(10, reinvest(id, investor))))).toBe(1)
  expect(await balance(house, investor, 'earnings')).toBe(usd(28))
  expect(await balance(house, investor, 'invested')).toBe(usd(500))
})

race('reinvesting against an edit out of completed: one wins, the other is told', async (investor) => {
  const seen = await investedAndDone(investor)
  const [reinvested, edited] = await atOnce(reinvest(seen.id, investor), edit(seen, 'declined'))
  expect(winners([reinvested, edited])).toBe(1)
  expect(await balance(house, investor, 'invested')).toBe(reinvested === 'done' ? usd(500) : ZERO)
})

race('investors who invite each other’s friends never wait for each other in a circle', async (first, inviter) => {
  const second = await anInvestor(house.db, { inviter: first })
  const all = [await save(house, first), await save(house, second), await save(house, inviter)]
  expect(winners(await atOnce(...all.map(({ id }) => approve(id)), accrue(first), accrue(inviter)))).toBe(5)
})
