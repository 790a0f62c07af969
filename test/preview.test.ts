/** @module-tag thorough */
/** What an administrator is shown beforehand is what the correction then does, and looking changes nothing. */
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { Refusal } from '#kit/refusal.ts'
import { STATUSES, type Status } from '#kit/wire.ts'
import { updateInvestment } from '#investments/update.ts'
import { partsOf, type AccountName } from '#ledger/accounts.ts'
import { toWire, microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { previewOf } from '#records/preview.ts'
import { approveReferral } from '#referrals/approve.ts'
import { updateWithdrawal } from '#withdrawals/update.ts'
import { openInvestingHouse, problems, SETTINGS, type InvestingHouse } from './support/investing-house.ts'
import { giveBonus, invest, investmentNow, referralNow, save } from './support/investing.ts'
import { fillWallet, give } from './support/money.ts'
import { opened } from './support/opened.ts'
import { anAdministrator, anInvestor, usd } from './support/people.ts'
import { askPayout } from './support/withdrawing.ts'

const house = opened(openInvestingHouse)
afterAll(async () => expect(await problems(house)).toEqual([]))

const WRITTEN = [
  'transfer',
  'entry',
  'decision',
  'audit_entry',
  'notification',
  'approval',
  'lone_correction',
  'message',
]

/** What stands on every account, and how many lines there are of all that an act leaves behind. */
async function everything({ db }: InvestingHouse) {
  const balances = await db
    .selectFrom('entry')
    .innerJoin('account', 'account.id', 'entry.account_id')
    .select(['account.name', sql<MicroUsd>`sum(entry.amount)::bigint`.as('total')])
    .groupBy('account.name')
    .execute()
  const counts = await Promise.all(
    WRITTEN.map(async (table) => {
      const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM ${sql.table(table)}`.execute(
        db,
      )
      return [table, rows[0]?.count] as const
    }),
  )
  const records = await db
    .selectFrom('investment')
    .select(['id', 'version', 'status', 'amount'])
    .orderBy('id')
    .execute()
  return { balances: new Map(balances.map(({ name, total }) => [name as AccountName, total])), counts, records }
}

type Everything = Awaited<ReturnType<typeof everything>>

/** By how much each account's own balance is another one than before, as the wire writes it. */
function movedBetween(before: Everything, after: Everything): string[] {
  const names = [...new Set([...before.balances.keys(), ...after.balances.keys()])]
  return names.flatMap((name) => {
    const by = (after.balances.get(name) ?? 0n) - (before.balances.get(name) ?? 0n)
    const { kind, debitSide } = partsOf(name)
    return by === 0n ? [] : [`${kind} ${toWire(microUsd(debitSide ? by : -by))}`]
  })
}

const wordsOf = (moves: readonly { account: string; amount: string }[]) =>
  moves.map(({ account, amount }) => `${account} ${amount}`)

/** What a verb answers, or the sentence with which it is refused. */
async function answerOf<T>(verb: () => Promise<T>): Promise<T | string> {
  try {
    return await verb()
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

async function looksLikeWhatIsDone(
  id: string,
  edit: { amount: MicroUsd; status: Status },
): Promise<'done' | 'refused'> {
  const { administrator } = house
  const { created_at, began_at, status, version } = await investmentNow(house, id)
  const date = ((status === 'approved' || status === 'completed') && began_at ? began_at : created_at).toISOString()
  const whole = { id, date, reason: null, version, ...edit }
  const before = await everything(house)
  const shown = await answerOf(() =>
    house.write((tx) => previewOf(tx, (preview) => updateInvestment(tx, administrator, whole, SETTINGS, preview))),
  )
  expect(await everything(house)).toEqual(before)
  const done = await answerOf(() => house.write((tx) => updateInvestment(tx, administrator, whole, SETTINGS)))
  if (typeof shown === 'string') {
    expect(done).toBe(shown)
    return 'refused'
  }
  expect(done).toBeUndefined()
  const moved = movedBetween(before, await everything(house))
  expect(wordsOf(shown.moves).toSorted(), `${status} to ${edit.status}`).toEqual(moved.toSorted())
  return 'done'
}

test('from any state of an investment to any, what is shown to move is what then moves, the inviter’s bonus with it', async () => {
  let done = 0
  for (const source of ['payment', 'bonus'] as const) {
    for (const from of STATUSES) {
      for (const to of STATUSES) {
        const inviter = await anInvestor(house.db)
        const investor = await anInvestor(house.db, { inviter })
        await giveBonus(house, investor, usd(2000))
        const { id } = await (source === 'payment' ? invest : save)(house, investor, { source })
        const referral = await referralNow(house, id)
        if (referral) await house.write((tx) => approveReferral(tx, house.administrator, referral, SETTINGS))
        await house.days(1.5)
        await looksLikeWhatIsDone(id, { amount: usd(500), status: from })
        await house.days(0.25)
        if ((await looksLikeWhatIsDone(id, { amount: usd(750.5), status: to })) === 'done') done += 1
      }
    }
  }
  expect(done).toBe(2 * STATUSES.length ** 2)
})

test('what would be refused is refused beforehand, in the same words', async () => {
  const { investor, id } = await aPayout(usd(15))
  await give(house.db, investor, 'earnings', usd(5))
  const edit = await editOf(id)
  for (const wrong of [
    { ...edit, amount: usd(1000) },
    { ...edit, version: 99 },
    { ...edit, date: '2999-01-01' },
    { ...edit, status: 'waiting approval' as const },
  ]) {
    const shown = await answerOf(() => previewWithdrawal(wrong))
    expect(shown).toEqual(expect.any(String))
    expect(await answerOf(() => house.write((tx) => updateWithdrawal(tx, house.administrator, wrong)))).toBe(shown)
  }
})

test('each change of a withdrawal is shown as it then moves, with whose accounts these are', async () => {
  const { investor, id } = await aPayout(usd(15))
  // what another investment has earned by then is posted with it
  await invest(house, investor)
  await house.days(0.25)
  await fillWallet(house.db, house.walletId, usd(100))
  for (const [status, amount] of [
    ['approved', 12],
    ['completed', 12],
    ['declined', 12],
    ['pending', 9],
    ['completed', 11],
  ] as const) {
    const edit = { ...(await editOf(id)), status, amount: usd(amount) }
    const before = await everything(house)
    const shown = await previewWithdrawal(edit)
    expect(await everything(house)).toEqual(before)
    await house.write((tx) => updateWithdrawal(tx, house.administrator, edit))
    expect(wordsOf(shown.moves).toSorted()).toEqual(movedBetween(before, await everything(house)).toSorted())
    const owners = new Map(shown.moves.map(({ account, of }) => [account, of]))
    expect(owners.get('withdrawing') ?? investor.name).toBe(investor.name)
    expect(owners.get('custody') ?? `Wallet ${house.walletId}`).toBe(`Wallet ${house.walletId}`)
  }
})

test('what would wait for a second administrator is said so, and nobody is asked', async () => {
  await anAdministrator(house.db, ['reviewer'])
  const investor = await anInvestor(house.db)
  const { id } = await invest(house, investor)
  const { created_at, version } = await investmentNow(house, id)
  const edit = {
    id,
    amount: usd(4000),
    date: created_at.toISOString(),
    status: 'approved' as const,
    reason: null,
    version,
  }
  const before = await everything(house)
  const shown = await house.write((tx) =>
    previewOf(tx, (preview) => updateInvestment(tx, house.administrator, edit, SETTINGS, preview)),
  )
  expect(shown).toMatchObject({ waits: true, changes: [{ field: 'amount', before: '500.00', after: '4000.00' }] })
  expect(wordsOf(shown.moves)).toContain('invested 3500.00')
  expect(await everything(house)).toEqual(before)
})

/** Somebody with a withdrawal that waits. */
async function aPayout(amount: MicroUsd): Promise<{ investor: Investor; id: string }> {
  const investor = await anInvestor(house.db)
  await give(house.db, investor, 'earnings', usd(20))
  await askPayout(house.db, { investor, walletId: house.walletId }, { amount })
  const { id } = await house.db
    .selectFrom('withdrawal')
    .select('id')
    .where('user_id', '=', investor.userId)
    .executeTakeFirstOrThrow()
  return { investor, id }
}

/** An edit that leaves everything alone. */
async function editOf(id: string) {
  const { amount, created_at, status, version } = await house.db
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    id,
    amount,
    date: created_at.toISOString(),
    status: status as Status,
    reason: null,
    version,
    txid: undefined,
  }
}

function previewWithdrawal(edit: Parameters<typeof updateWithdrawal>[2]) {
  return house.write((tx) => previewOf(tx, (preview) => updateWithdrawal(tx, house.administrator, edit, preview)))
}
