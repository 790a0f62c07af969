import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { Refusal } from '#kit/refusal.ts'
import { transaction } from '#kit/transaction.ts'
import { TO_RACE, testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { bookProblems, fillWallet, give, held } from '../../test/support/money.ts'
import { anAdministrator, anInvestor, aWallet, usd } from '../../test/support/people.ts'
import { askPayout } from '../../test/support/withdrawing.ts'
import { approveWithdrawal } from './approve.ts'
import { cancelWithdrawal } from './cancel.ts'
import { declineWithdrawal } from './decline.ts'
import { withdrawalsOf } from './read.ts'
import { updateWithdrawal } from './update.ts'

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 4)

let database: TestDatabase
let clock: TestDatabase['clock']
let administrator: Administrator
let walletId: string

beforeAll(async () => {
  database = await testDatabase({ size: TO_RACE })
  clock = database.clock
  administrator = await anAdministrator(database.db)
  walletId = await aWallet(database.db)
  await fillWallet(database.db, walletId, usd(1_000_000))
})
afterAll(async () => {
  expect(await bookProblems(database.db)).toEqual([])
  await database.close()
})

type Racer = (tx: Tx, investor: Investor, id: string) => Promise<unknown>

const approve: Racer = (tx, _investor, id) => approveWithdrawal(tx, administrator, { id })
const decline: Racer = (tx, _investor, id) => declineWithdrawal(tx, administrator, { id, reason: null })
const cancel: Racer = (tx, investor, id) => cancelWithdrawal(tx, investor, { id })
const complete: Racer = (tx, _investor, id) => updateWithdrawal(tx, administrator, completion(id))

const completion = (id: string) => ({
  id,
  amount: usd(15),
  date: clock.now().toISOString(),
  status: 'completed' as const,
  reason: null,
  txid: undefined,
  version: 0,
})

/** A withdrawal of 15 of an investor's 20 dollars. */
async function pendingWithdrawal(): Promise<{ investor: Investor; id: string }> {
  const investor = await anInvestor(database.db)
  await give(database.db, investor, 'earnings', usd(20))
  await askPayout(database.db, { investor, walletId }, { amount: usd(15) })
  const [withdrawal] = await transaction(database.db, (tx) => withdrawalsOf(tx, investor.userId))
  return { investor, id: withdrawal?.id ?? '' }
}

/** What the wallets hold in each state that a race may end in, of 20 dollars of which 15 were asked for. */
const HELD = {
  pending: { earnings: usd(5), withdrawing: usd(15) },
  'waiting approval': null,
  approved: { earnings: usd(5), withdrawing: usd(15) },
  completed: { earnings: usd(5), withdrawing: usd(0) },
  declined: { earnings: usd(20), withdrawing: usd(0) },
}

async function race(racers: readonly Racer[], endings: readonly (keyof typeof HELD)[]): Promise<void> {
  const { investor, id } = await pendingWithdrawal()
  const outcomes = await Promise.allSettled(
    racers.map((racer) => transaction(database.db, (tx) => racer(tx, investor, id))),
  )
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  expect(refused).toHaveLength(racers.length - 1)
  for (const reason of refused) {
    expect(reason).toBeInstanceOf(Refusal)
    expect(reason).toMatchObject({ code: 'wrong state' })
  }
  const [ended] = await transaction(database.db, (tx) => withdrawalsOf(tx, investor.userId))
  if (ended === undefined) throw new Error('there is no withdrawal')
  expect(endings).toContain(ended.status)
  expect(ended.version).toBe(1)
  expect(ended.history).toHaveLength(2)
  expect({
    earnings: await held(database.db, investor, 'earnings'),
    withdrawing: await held(database.db, investor, 'withdrawing'),
  }).toEqual(HELD[ended.status])
}

describe(`of those who come at once one wins and the others change nothing (${ROUNDS} rounds)`, () => {
  const races: [string, readonly Racer[], readonly (keyof typeof HELD)[]][] = [
    ['approve against cancel', [approve, cancel], ['approved', 'declined']],
    ['approve against decline', [approve, decline], ['approved', 'declined']],
    ['decline against cancel', [decline, cancel], ['declined']],
    ['edit against cancel', [complete, cancel], ['completed', 'declined']],
    ['edit against approve', [complete, approve], ['completed', 'approved']],
    ['approve ten times', Array.from({ length: 10 }, () => approve), ['approved']],
    ['decline ten times', Array.from({ length: 10 }, () => decline), ['declined']],
    ['cancel ten times', Array.from({ length: 10 }, () => cancel), ['declined']],
    ['the same edit ten times', Array.from({ length: 10 }, () => complete), ['completed']],
  ]
  test.each(races)('%s', { timeout: 60_000 + ROUNDS * 1000 }, async (_name, racers, endings) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await race(round % 2 === 0 ? racers : racers.toReversed(), endings)
    }
  })
})

test(
  'of two payouts that claim the same transaction at once one is completed',
  { timeout: 60_000 + ROUNDS * 1000 },
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const pending = await Promise.all([pendingWithdrawal(), pendingWithdrawal()])
      const outcomes = await Promise.allSettled(
        pending.map(({ id }) =>
          transaction(database.db, (tx) =>
            updateWithdrawal(tx, administrator, { ...completion(id), txid: `tx-${pending[0].id}` }),
          ),
        ),
      )
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const refused = outcomes.find((outcome) => outcome.status === 'rejected')
      expect(refused?.reason).toMatchObject({ code: 'bad input', errors: { txid: [expect.any(String)] } })
    }
  },
)
