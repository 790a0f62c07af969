import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { openInvestingHouse } from '../../../test/support/investing-house.ts'
import { opened } from '../../../test/support/opened.ts'
import { numberAboveAll } from './mark.ts'

const house = opened(openInvestingHouse)

test('the number above all that have begun is one’s own, whatever else is over, also for whoever only reads', async () => {
  for (const kind of [transaction, readTransaction] as const) {
    await kind(house.db, async (tx) => {
      const before = await numberAboveAll(tx)
      // others begin and end meanwhile, so that the end of a snapshot is another number
      await transaction(house.db, (other) => sql`SELECT pg_current_xact_id()`.execute(other))
      const { rows } = await sql<{ own: string }>`SELECT pg_current_xact_id_if_assigned()::text AS own`.execute(tx)
      expect(String(before)).toBe(rows[0]?.own)
      expect(await numberAboveAll(tx)).toBe(before)
    })
  }
})
