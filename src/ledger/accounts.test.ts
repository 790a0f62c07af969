import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { accountIds, namesOfAccounts, investorAccount, openInvestorAccounts } from './accounts.ts'

let house: TestDatabase
beforeAll(async () => {
  house = await testDatabase()
})
afterAll(async () => {
  await house.close()
})

test('the names of accounts are told by their ids, also of those opened since any were asked for', async () => {
  for (let round = 0; round < 2; round += 1) {
    const investor = newId()
    await transaction(house.db, (tx) => openInvestorAccounts(tx, house.clock, investor))
    const own = [investorAccount(investor, 'earnings'), investorAccount(investor, 'withdrawing')]
    const ids = await readTransaction(house.db, async (tx) => [
      ...(await accountIds(tx, new Set([...own, 'equity/capital']))).values(),
    ])
    const { rows } = await readTransaction(house.db, (tx) =>
      sql<{ id: string; name: string }>`SELECT id::text, name FROM account WHERE id = ANY (${ids}::integer[])`.execute(
        tx,
      ),
    )
    const names = await readTransaction(house.db, (tx) => namesOfAccounts(tx, ids.map(String)))
    expect(rows.map(({ id }) => names.get(id))).toEqual(rows.map(({ name }) => name))
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['equity/capital', ...own].toSorted())
  }
})
