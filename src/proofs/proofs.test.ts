/** Proofs made from real books: what they come to, what each person is handed, and who may ask for one. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kit/clock.ts'
import type { Investor } from '#kit/actor.ts'
import { readTransaction } from '#kit/transaction.ts'
import { topUpUser } from '#adjustments/top-up.ts'
import { accrueDue } from '#investments/accrue.ts'
import { declineInvestment } from '#investments/decline.ts'
import { investorAccount, INVESTOR_KINDS } from '#ledger/accounts.ts'
import { openLogKeys } from '#kit/log-key.ts'
import { balancesOf } from '#ledger/balances.ts'
import { numberEntries } from '#log/number-entries.ts'
import { signCheckpoint } from '#log/sign-checkpoint.ts'
import { fromWire, sum } from '#money/micro-usd.ts'
import { postEveryKind } from '../../test/support/every-posting.ts'
import { invest, investmentNow, save } from '../../test/support/investing.ts'
import { type InvestingHouse, openInvestingHouse } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { anAdministrator, anInvestor, usd } from '../../test/support/people.ts'
import { there } from '../../test/support/there.ts'
import { askForProof } from './ask-for-proof.ts'
import { balanceThen } from './balance/balance-then.ts'
import { makeProof } from './make-proof.ts'
import { ownBundle, publishedProofs } from './read.ts'
import { openTreeThread } from './tree-thread.ts'
import { checkBundle } from './web/check-bundle.js'

const YES = ['yes', 'yes', 'yes']

const house = opened(openInvestingHouse)
const thread = openTreeThread()
const make = () => makeProof(house.db, thread)
const published = () => readTransaction(house.db, publishedProofs)
const bundleOf = (who: Investor, epoch?: number) => readTransaction(house.db, (tx) => ownBundle(tx, who, epoch))
const balanceOf = (who: Investor, epoch?: number) => readTransaction(house.db, (tx) => balanceThen(tx, who, epoch))
const ask = (who = house.administrator, reason = 'The auditor is here.') =>
  house.write((tx) => askForProof(tx, who, { reason }))
const topUp = (who: Investor, dollars: number) =>
  house.write((tx) =>
    topUpUser(tx, house.administrator, {
      ...{ userId: who.userId, account: 'earnings', category: null, amount: usd(dollars), reason: 'a gift' },
    }),
  )
const owedOf = async ({ bundle }: { bundle: Awaited<ReturnType<typeof bundleOf>> }) =>
  bundle.parts.reduce((total, { amount }) => total + BigInt(amount), 0n)

/** What the books say is owed: credits less debits on the accounts of investors, and of suspense. */
async function liabilities({ db }: InvestingHouse): Promise<bigint> {
  const rows = await db.selectFrom('account').select(['kind', 'balance']).execute()
  return sum(
    rows.filter(({ kind }) => [...INVESTOR_KINDS, 'suspense'].includes(kind as 'bonus')).map(({ balance }) => balance),
  )
}

async function everybody(): Promise<Investor[]> {
  const users = await house.db.selectFrom('app_user').select(['id', 'name']).execute()
  return users.map(({ id, name }) => ({ userId: id, name }) as Investor)
}

describe('a proof', () => {
  test('comes to the liabilities of the books, and everybody finds what they are owed in it', async () => {
    const { investor } = await postEveryKind(house)
    const other = await anInvestor(house.db)
    await invest(house, other)
    const paid = await save(house, other)
    await house.write((tx) =>
      declineInvestment(tx, house.administrator, { id: paid.id, reason: 'late', received: usd(70) }),
    )
    await make()
    const [proof] = await published()
    expect(fromWire(there(proof).total)).toBe(await liabilities(house))
    expect(proof).toMatchObject({ epoch: 1, reason: null, unowned: '0.00', depth: 10 })
    for (const who of await everybody()) {
      const bundle = await bundleOf(who)
      expect(fromWire((await balanceOf(who)).owed)).toBe(await owedOf({ bundle }))
      expect((await checkBundle(bundle)).map(({ is }) => is)).toEqual([...YES, 'not checked', 'not checked'])
      expect([bundle.root, bundle.total]).toEqual([there(proof).root, String(fromWire(there(proof).total))])
    }
    expect(await owedOf({ bundle: await bundleOf(other) })).toBeGreaterThanOrEqual(usd(70))
    const accounts = INVESTOR_KINDS.map((kind) => investorAccount(investor.userId, kind))
    const balances = Object.values(await readTransaction(house.db, (tx) => balancesOf(tx, accounts)))
    expect(await owedOf({ bundle: await bundleOf(investor) })).toBe(sum(balances))
  })

  test('is made once a day, however many are at it, and keeps what was owed then', async () => {
    await Promise.all([make(), make(), make()])
    expect(await published()).toHaveLength(1)
    const [before] = await published()
    const somebody = await anInvestor(house.db)
    await topUp(somebody, 12)
    await expect(bundleOf(somebody)).rejects.toThrow('You were not here yet when proof 1 was made.')
    await house.days(1)
    const made = await Promise.allSettled([make(), make(), makeProof(house.db, openTreeThread())])
    expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect((await published()).map(({ epoch }) => epoch)).toEqual([2, 1])
    const [, first] = await published()
    expect({ ...first, log: null }).toEqual({ ...before, log: null })
    // what opens its entry is announced with it, and has its position by now
    expect(first?.log?.text).toMatch(new RegExp(`^1\\n${first?.position}\\n`))
    expect(await owedOf({ bundle: await bundleOf(somebody) })).toBe(usd(12))
    expect(await owedOf({ bundle: await bundleOf(somebody, 2) })).toBe(usd(12))
    await expect(bundleOf(somebody, 9)).rejects.toThrow('There is no proof 9.')
  })

  test('is of one state of the books, while money moves', async () => {
    const [one, other] = [await anInvestor(house.db), await anInvestor(house.db)]
    await house.days(1)
    const moving = (async () => {
      for (let time = 0; time < 12; time += 1) await Promise.all([topUp(one, 1), topUp(other, 2)])
    })()
    await make()
    await moving
    const [proof] = await published()
    const owed = await Promise.all((await everybody()).map(async (who) => owedOf({ bundle: await bundleOf(who) })))
    expect(fromWire(there(proof).total)).toBe(owed.reduce((all, each) => all + each, fromWire(there(proof).unowned)))
  })

  test('lets go of its tree after 90 days, and of what was published never', async () => {
    const [somebody] = await everybody()
    await house.days(91)
    await make()
    await expect(bundleOf(there(somebody), 1)).rejects.toThrow('Proof 1 is not kept any more.')
    expect((await published()).map(({ epoch }) => epoch)).toEqual([4, 3, 2, 1])
    expect(await house.db.selectFrom('proof_tree').select('epoch').execute()).toEqual([{ epoch: 4 }])
    expect(await house.db.selectFrom('proof_block').select('epoch').execute()).toEqual([{ epoch: 4 }])
  })

  test('is neither changed nor deleted, not even by the owner of the tables, and its seed opens nowhere else', async () => {
    const owner = new pg.Client({ connectionString: house.ownerUrl })
    await owner.connect()
    for (const by of ['UPDATE proof SET total = total + 1', 'DELETE FROM proof', 'TRUNCATE proof CASCADE']) {
      await expect(owner.query(by), by).rejects.toThrow('append only')
    }
    await owner.query(`ALTER TABLE proof_tree DISABLE TRIGGER ALL;
      INSERT INTO proof_tree SELECT 3, sealed_seed, roots FROM proof_tree WHERE epoch = 4;
      INSERT INTO proof_block SELECT 3, first, number, count, people FROM proof_block WHERE epoch = 4;
      ALTER TABLE proof_tree ENABLE TRIGGER ALL`)
    await owner.end()
    const [somebody] = await everybody()
    await expect(bundleOf(there(somebody), 3)).rejects.toThrow('cannot be shown again')
  })
})

describe('a proof in the log', () => {
  test('is of the state that so many entries of the log leave, and stands in it, signed', async () => {
    await house.days(1)
    const somebody = await anInvestor(house.db)
    const moving = Promise.all(Array.from({ length: 8 }, () => topUp(somebody, 3)))
    await make()
    await moving
    const [proof] = await published()
    const { rows } = await sql<{ owed: bigint }>`
      SELECT -sum(entry.amount) AS owed FROM log_position JOIN entry USING (transfer_id) JOIN account ON account.id = account_id
      WHERE position < ${there(proof).position} AND kind IN ('earnings', 'referral', 'bonus', 'invested', 'withdrawing', 'suspense')`.execute(
      house.db,
    )
    expect(there(rows[0]).owed).toBe(fromWire(there(proof).total))
    expect((await bundleOf(somebody)).log).toBeNull()

    const dataDir = await mkdtemp(join(tmpdir(), 'plumb-proof-'))
    const keys = openLogKeys({ dataDir, logKeys: undefined })
    await numberEntries(house.db)
    expect(await signCheckpoint(house.db, { appUrl: 'https://plumb.example', dataDir, keys })).toHaveProperty('note')
    expect((await checkBundle(await bundleOf(somebody))).map(({ is }) => is)).toEqual([...YES, 'yes', 'yes'])
    await rm(dataDir, { recursive: true })
  })
})

describe('a proof that is asked for', () => {
  test('is made beside that of the day, with its reason, at most once an hour, and by whoever asks first', async () => {
    await make()
    const before = (await published()).length
    await expect(ask(house.administrator, '  ')).rejects.toMatchObject({
      code: 'bad input',
      errors: { reason: expect.anything() },
    })
    const second = await anAdministrator(house.db)
    const asked = await Promise.allSettled([ask(), ask(second), ask()])
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of asked) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'wrong state' })
    await Promise.all([make(), make()])
    expect((await published()).length).toBe(before + 1)
    expect((await published())[0]).toMatchObject({ reason: 'The auditor is here.' })
    await make()
    expect((await published()).length).toBe(before + 1)

    await house.clock.move(HOUR - MINUTE)
    await expect(ask()).rejects.toThrow('A proof was asked for less than an hour ago. Ask again in 1 minute.')
    await house.clock.move(MINUTE)
    await ask()
    const lines = await house.db
      .selectFrom('audit_entry')
      .select(['action', 'reason'])
      .where('subject_kind', '=', 'proof')
      .execute()
    expect(lines).toEqual(
      Array.from({ length: 2 }, () => ({ action: 'ask for proof', reason: 'The auditor is here.' })),
    )
    await house.clock.move(DAY)
    await make()
    expect((await published())[0]).toMatchObject({ reason: 'The auditor is here.' })
  })
})

describe('the balance at the position of a proof', () => {
  test('is what the own statement says was owed at its position, and what has come since is told apart', async () => {
    const somebody = await anInvestor(house.db)
    const before = there((await published())[0]).epoch
    const { id } = await invest(house, somebody)
    await topUp(somebody, 30)
    await house.days(1)
    await make()
    const bundle = await bundleOf(somebody)
    const then = await balanceOf(somebody)
    expect(fromWire(then.owed)).toBe(await owedOf({ bundle }))
    expect(then).toMatchObject({ epoch: before + 1, position: bundle.position, earned: '0.00', moved: '0.00' })
    expect(then.now).toBe(then.owed)
    expect(sum([...then.accounts.map(({ balance }) => fromWire(balance)), fromWire(then.held)])).toBe(
      fromWire(then.owed),
    )
    expect(fromWire(then.unposted)).toBeGreaterThan(0n)

    await topUp(somebody, 5)
    await accrueDue(house.db, { job: 'accrual' })
    const paid = await save(house, somebody)
    await house.write((tx) =>
      declineInvestment(tx, house.administrator, { id: paid.id, reason: 'late', received: usd(70) }),
    )
    const since = await balanceOf(somebody)
    const { earned_posted } = await investmentNow(house, id)
    expect({ ...since, now: '', earned: '', moved: '', unposted: '' }).toEqual({
      ...{ ...then, now: '', earned: '', moved: '', unposted: '' },
    })
    expect(fromWire(since.earned)).toBe(earned_posted)
    expect(earned_posted).toBeGreaterThan(0n)
    expect(fromWire(since.moved)).toBe(usd(75))
    expect(fromWire(since.now)).toBe(fromWire(then.owed) + earned_posted + usd(75))
    expect((await balanceOf(somebody, before)).owed).toBe('0.00')
    await expect(balanceOf(somebody, 99)).rejects.toThrow('There is no proof 99.')
  })
})
