/**
 * Edits from any state to any and back, by chance, with everything else in between: after each step the books are
 * those that a model of the rules counts from nothing, and what is refused is what the model says cannot be.
 * PROPERTY_RUNS says how many sequences are tried (14 by default, 200 by `npm run test:long -- races`).
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { databaseClock } from '#kit/database-clock.ts'
import { DAY } from '#kit/clock.ts'
import type { Investor } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { Refusal } from '#kit/refusal.ts'
import { readTransaction } from '#kit/transaction.ts'
import { STATUSES, type Status } from '#kit/wire.ts'
import { microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { custodyAccount, investorAccount, suspenseAccount } from '#ledger/accounts.ts'
import { balanceOf } from '#ledger/balances.ts'
import { lockUser } from '#users/lock-user.ts'
import { approveReferral } from '#referrals/approve.ts'
import { declineReferral } from '#referrals/decline.ts'
import { openInvestingHouse, problems, SETTINGS } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { giveBonus, investmentNow, referralNow, save, takeOut } from '../../test/support/investing.ts'
import {
  balances,
  edited,
  endOf,
  followed,
  invested,
  OFFER,
  owed,
  referralStatus,
  type Model,
  type ReferralModel,
} from '../../test/support/investment-model.ts'
import { anInvestor, aWallet, usd } from '../../test/support/people.ts'
import { accrueInvestor } from './accrue.ts'
import { approveInvestment } from './approve.ts'
import { completeDue } from './complete.ts'
import { declineInvestment } from './decline.ts'
import { expireDue } from './expire.ts'
import { runningOf } from './read.ts'
import { reinvestInvestment } from './reinvest.ts'
import { updateInvestment } from './update.ts'

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 14)
const BONUS = usd(1000)
const job = { job: 'test' }

type Kept = Model & { id: string }
type World = {
  investor: Investor
  inviter: Investor
  walletId: string
  /** the investment, and what it was reinvested in */
  records: [Kept] | [Kept, Kept]
  takenOut: bigint
  referral: ReferralModel | null
}

const house = opened(openInvestingHouse)
const counts = new Map<string, number>()
const now = () => house.clock.now().getTime()

const amount = fc.integer({ min: 10_000, max: 90_000 }).map((cents) => usd(cents / 100))
const date = fc.oneof(fc.constantFrom('as shown' as const, 'as created' as const), fc.nat(40 * DAY))
const status = fc.constantFrom(...STATUSES)
const which = fc.nat(1)
const part = fc.integer({ min: 1, max: 3 })
const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ verb: fc.constant('edit' as const), which, amount, date, status }) },
    { weight: 3, arbitrary: fc.record({ verb: fc.constant('wait' as const), time: fc.nat(20 * DAY) }) },
    { weight: 3, arbitrary: fc.record({ verb: fc.constant('reinvest' as const) }) },
    { weight: 3, arbitrary: fc.record({ verb: fc.constant('approve referral' as const) }) },
    { weight: 2, arbitrary: fc.record({ verb: fc.constant('approve' as const), which }) },
    { weight: 2, arbitrary: fc.record({ verb: fc.constant('withdraw' as const), part }) },
    { weight: 2, arbitrary: fc.record({ verb: fc.constant('withdraw referral' as const), part }) },
    { weight: 2, arbitrary: fc.record({ verb: fc.constant('complete and expire' as const) }) },
    { weight: 1, arbitrary: fc.record({ verb: fc.constant('accrue' as const) }) },
    { weight: 1, arbitrary: fc.record({ verb: fc.constant('decline' as const), which, received: fc.nat(500) }) },
    { weight: 1, arbitrary: fc.record({ verb: fc.constant('decline referral' as const) }) },
  ),
  { minLength: 5, maxLength: 30, size: 'large' },
)
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never

const out: Step = { verb: 'edit', which: 0, amount: usd(500), date: 'as shown', status: 'declined' }
const completeNow: Step = { ...out, amount: usd(600), status: 'completed' }
const approved: Step[] = [{ verb: 'approve', which: 0 }, { verb: 'approve referral' }]
const completed: Step[] = [...approved, { verb: 'wait', time: 14 * DAY }, { verb: 'complete and expire' }]
/** Where a sequence sets out from, so that what comes late in a story is met often. */
const stories: Step[][] = [
  [],
  approved,
  completed,
  [...completed, { verb: 'reinvest' }],
  [...completed, { verb: 'withdraw', part: 1 }, out],
  [...approved, { verb: 'withdraw referral', part: 1 }, out],
  [
    ...approved,
    { verb: 'wait', time: 5 * DAY },
    completeNow,
    { verb: 'wait', time: DAY },
    { ...completeNow, amount: usd(700) },
  ],
  [{ verb: 'decline', which: 0, received: 250 }],
  [
    { verb: 'decline', which: 0, received: 250 },
    { ...out, status: 'pending' },
    { verb: 'decline', which: 0, received: 100 },
    { verb: 'wait', time: 2 * DAY },
    { verb: 'complete and expire' },
    { ...out, amount: usd(200), status: 'completed' },
    { ...out, amount: usd(300), status: 'approved' },
  ],
]

test(
  'whatever is edited, in whatever order, the books are those of the rules',
  async () => {
    const source = fc.constantFrom('payment' as const, 'payment' as const, 'bonus' as const)
    await fc.assert(
      fc.asyncProperty(source, amount, fc.constantFrom(...stories), steps, async (from, first, begun, sequence) => {
        const world = await begin(from, first)
        await compare(world)
        for (const step of [...begun, ...sequence]) {
          await take(world, step)
          await compare(world)
        }
      }),
      { numRuns: RUNS, examples: stories.map((story) => ['payment', usd(500), story, []]) },
    )
    const verbs = [
      'edit',
      'reinvest',
      'approve',
      'decline',
      'withdraw',
      'approve referral',
      'withdraw referral',
      'charge',
    ]
    expect(verbs.filter((verb) => counts.get(`${verb} done`) === undefined)).toEqual([])
    expect(counts.get('edit refused')).toBeGreaterThan(0)
  },
  60_000 + RUNS * 4_000,
)

async function begin(source: 'payment' | 'bonus', first: MicroUsd): Promise<World> {
  const inviter = await anInvestor(house.db)
  const investor = await anInvestor(house.db, { inviter })
  const walletId = await aWallet(house.db)
  await giveBonus(house, investor, BONUS)
  const { id } = await save({ ...house, walletId }, investor, { amount: first, source })
  const waits = { source, amount: first, created: now(), completed: null, expires: now() + DAY, received: 0n }
  const begun =
    source === 'bonus' ? ({ status: 'approved', began: now() } as const) : ({ status: 'pending', began: null } as const)
  return { investor, inviter, walletId, records: [{ id, ...waits, ...begun }], takenOut: 0n, referral: null }
}

/** Takes a step on the server and in the model; it must be refused exactly where the model says so. */
async function take(world: World, step: Step): Promise<void> {
  const { clock, administrator } = house
  const at = 'which' in step ? Math.min(step.which, world.records.length - 1) : 0
  const record = world.records[at] as Kept
  const { id } = record
  switch (step.verb) {
    case 'edit': {
      const day =
        step.date === 'as created' ? record.created : step.date === 'as shown' ? shownDate(record) : now() - step.date
      const next = { ...edited(record, { amount: step.amount, date: day, status: step.status }, now()), id }
      const stuck =
        at === 0 && world.records.length === 2 && record.status === 'completed' && next.status !== 'completed'
      const edit = {
        id,
        amount: step.amount,
        date: new Date(day).toISOString(),
        status: step.status,
        reason: null,
        version: undefined,
      }
      return change(world, step.verb, at, stuck ? null : next, (tx) =>
        updateInvestment(tx, administrator, edit, SETTINGS),
      )
    }
    case 'approve': {
      const next = { ...record, status: 'approved' as const, began: now(), completed: null }
      return change(world, step.verb, at, waiting(record) ? next : null, (tx) =>
        approveInvestment(tx, administrator, { id }, SETTINGS),
      )
    }
    case 'decline': {
      const received = usd(step.received)
      // what was known before stays where nothing is said, and is never less
      const next = { ...record, status: 'declined' as const, received: received || record.received }
      const open = waiting(record) && next.received >= record.received
      const input = { id, reason: null, received }
      return change(world, step.verb, at, open ? next : null, (tx) => declineInvestment(tx, administrator, input))
    }
    case 'reinvest': {
      const open = record.status === 'completed' && record.source === 'payment' && world.records.length === 1
      const times = { created: now(), began: now(), completed: null, expires: now(), received: 0n }
      const next = { source: 'reinvest', amount: record.amount, status: 'approved', id: '', ...times } as const
      await change(world, step.verb, 1, open ? next : null, (tx) =>
        reinvestInvestment(tx, world.investor, { id }, { kyc: 'off' }),
      )
      const child = await house.db.selectFrom('investment').select('id').where('reinvests', '=', id).executeTakeFirst()
      if (child !== undefined && world.records[1] !== undefined) world.records[1].id = child.id
      return
    }
    case 'approve referral':
    case 'decline referral':
      return decideReferral(world, step.verb)
    case 'withdraw': {
      await accrue(world)
      const some = microUsd((await balanceNow(world.investor, 'earnings')) / BigInt(step.part))
      if (some === 0n) return
      await takeOut(house, world.investor, 'earnings', some)
      world.takenOut += some
      return count(step.verb, true)
    }
    case 'withdraw referral': {
      const some = microUsd((await balanceNow(world.inviter, 'referral')) / BigInt(step.part))
      if (some === 0n || world.referral === null) return
      await takeOut(house, world.inviter, 'referral', some)
      world.referral.takenOut += some
      return count(step.verb, true)
    }
    case 'complete and expire': {
      await completeDue(house.db, job)
      await expireDue(house.db, job)
      for (const each of world.records) {
        if (each.status === 'approved' && endOf(each) <= now())
          Object.assign(each, { status: 'completed', completed: now() })
        if (each.source === 'payment' && each.status === 'pending' && each.expires <= now()) each.status = 'declined'
      }
      world.referral = followed(world.referral, world.records[0])
      return
    }
    case 'accrue':
      return accrue(world)
    case 'wait':
      return clock.move(step.time)
  }
}

/** Changes or adds one record, unless the model has none to put there or an account would go below zero. */
async function change(
  world: World,
  verb: string,
  at: number,
  next: Kept | null,
  act: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const records = world.records.with(0, world.records[0]) as [Kept, Kept]
  if (next !== null) records[at] = next
  const allowed =
    next !== null && Object.values(balances(records, BONUS, world.takenOut, now())).every((sum) => sum >= 0n)
  const outcome = await attempt(act)
  expect(outcome, `${verb} ${JSON.stringify(next?.status)}`).toBe(allowed)
  count(verb, outcome)
  if (!allowed) return
  world.records = records
  world.referral = followed(world.referral, records[0])
}

async function decideReferral(world: World, verb: 'approve referral' | 'decline referral'): Promise<void> {
  const [record] = world.records
  const { administrator } = house
  const { id } = (await referralNow(house, record.id)) ?? {}
  if (id === undefined || world.referral === null) return
  const open = world.referral.decided === 'pending' && invested(record)
  const outcome = await attempt((tx) =>
    verb === 'approve referral'
      ? approveReferral(tx, administrator, { id }, SETTINGS)
      : declineReferral(tx, administrator, { id, reason: null }),
  )
  expect(outcome).toBe(open)
  count(verb, outcome)
  if (!open) return
  world.referral.decided = verb === 'approve referral' ? 'approved' : 'declined'
  world.referral = followed(world.referral, record)
}

/** Whether it was done; a refusal is one, anything else fails the test. */
async function attempt(act: (tx: Tx) => Promise<unknown>): Promise<boolean> {
  try {
    await house.write(act)
    return true
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'wrong state' || error.code === 'bad input')) return false
    throw error
  }
}

async function accrue({ investor }: World): Promise<void> {
  await house.write(async (tx) => {
    await lockUser(tx, investor.userId)
    await accrueInvestor(tx, await databaseClock(tx), job, investor.userId)
  })
}

/** Holds the server against the model. */
async function compare(world: World): Promise<void> {
  const { investor, inviter, walletId, records, referral } = world
  const found = await readTransaction(house.db, async (tx) => {
    const of = (kind: 'earnings' | 'invested' | 'bonus') => balanceOf(tx, investorAccount(investor.userId, kind))
    const { unposted } = await runningOf(tx, await databaseClock(tx), investor.userId)
    return {
      earnings: (await of('earnings')) + unposted,
      invested: await of('invested'),
      bonus: await of('bonus'),
      custody: await balanceOf(tx, custodyAccount(walletId)),
      suspense: await balanceOf(tx, suspenseAccount(walletId)),
      referral: await balanceOf(tx, investorAccount(inviter.userId, 'referral')),
    }
  })
  const inWallet = referral === null ? 0n : referral.credited - referral.takenOut
  expect(found).toEqual({ ...balances(records, BONUS, world.takenOut, now()), referral: inWallet })
  for (const record of records) {
    const row = await investmentNow(house, record.id)
    const { status, began, completed } = record
    expect([row.status, row.amount, row.created_at.getTime()]).toEqual([status, record.amount, record.created])
    expect([row.began_at?.getTime() ?? null, row.completed_at?.getTime() ?? null]).toEqual([began, completed])
  }
  const row = await referralNow(house, records[0].id)
  expect(row?.status).toBe(referral === null ? undefined : referralStatus(referral, records[0]))
  if (referral !== null && referral.decided !== 'declined')
    expect(row?.amount).toBe(records[0].amount / OFFER.inviterShare)
  if (referral !== null && referral.credited > owed(referral, records[0])) count('charge', true)
  expect(await problems(house, investor)).toEqual([])
}

const waiting = ({ status: is }: { status: Status }) => is === 'pending' || is === 'waiting approval'
const shownDate = (record: Model) => (invested(record) ? (record.began ?? record.created) : record.created)
const balanceNow = (who: Investor, kind: 'earnings' | 'referral') =>
  readTransaction(house.db, (tx) => balanceOf(tx, investorAccount(who.userId, kind)))
const count = (verb: string, outcome: boolean): void => {
  const key = `${verb} ${outcome ? 'done' : 'refused'}`
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
