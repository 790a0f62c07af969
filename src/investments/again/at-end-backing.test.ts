import { expect, test } from 'vitest'
import { readTransaction } from '#kit/transaction.ts'
import { balanceOf } from '#ledger/balances.ts'
import { proveAll } from '#ledger/proof/proof.ts'
import { microUsd } from '#money/micro-usd.ts'
import { recordFunds } from '#wallets/record-funds.ts'
import { coverDue } from '#investments/backing/cover.ts'
import { setBacking } from '#investments/backing/set-backing.ts'
import { completeDue } from '#investments/complete.ts'
import { INVESTMENT_PROOFS } from '#investments/proof/proofs.ts'
import { promiseOf } from '#investments/rules.ts'
import { setAtEnd } from '#investments/set-at-end.ts'
import { openInvestingHouse, problems } from '../../../test/support/investing-house.ts'
import { balance, invest, investmentNow } from '../../../test/support/investing.ts'
import { opened } from '../../../test/support/opened.ts'
import { anInvestor, usd } from '../../../test/support/people.ts'

const house = opened(openInvestingHouse)
const JOB = { job: 'maturity' }

test('in strict as much is invested again as the reserve covers, and the rest goes to the wallet and says why', async () => {
  const people = [await anInvestor(house.db), await anInvestor(house.db)] as const
  const running = []
  for (const who of people) running.push(await invest(house, who))
  for (const [n, who] of people.entries()) {
    const id = running[n]?.id ?? ''
    await house.write((tx) => setAtEnd(tx, who, { id, atEnd: 'reinvest all' }))
  }
  const [first] = running
  if (first === undefined) throw new Error('nothing runs')
  // what both promise, what one of them promises with its earnings, and a cent less than the other would
  const again = promiseOf({ ...first, amount: usd(528) })
  const amount = microUsd(promiseOf(first) * 2n + again * 2n - usd(0.01))
  await house.write((tx) =>
    recordFunds(tx, house.administrator, {
      ...{ walletId: house.walletId, account: 'reserve', amount, direction: 'in', reason: 'for promises' },
    }),
  )
  await coverDue(house.db, JOB)
  await house.write((tx) => setBacking(tx, house.administrator, { backing: 'strict', reason: 'as we said' }))
  await house.days(14)
  await completeDue(house.db, JOB)

  const ends = await Promise.all(
    running.map(async ({ id, user_id }, n) => {
      const made = await house.db
        .selectFrom('investment')
        .select(['amount', 'set_apart'])
        .where('reinvests', '=', id)
        .executeTakeFirst()
      const why = await house.db
        .selectFrom('notification')
        .select('status_text')
        .where('user_id', '=', user_id)
        .where('title', '=', 'Investment not reinvested')
        .executeTakeFirst()
      const [who = people[0]] = [people[n]]
      return {
        made,
        why: why?.status_text,
        status: (await investmentNow(house, id)).status,
        has: await balance(house, who, 'earnings'),
      }
    }),
  )
  expect(ends).toHaveLength(2)
  expect(ends).toContainEqual({
    ...{ made: { amount: usd(528), set_apart: again }, why: undefined, status: 'completed', has: 0n },
  })
  expect(ends).toContainEqual({
    ...{ made: undefined, status: 'completed', has: usd(528) },
    why: 'The money for what this would earn is not set apart right now.',
  })
  expect(await house.write((tx) => balanceOf(tx, 'reserve/committed'))).toBe(again)
  expect(await problems(house)).toEqual([])
  const proved = await readTransaction(house.db, (tx) => proveAll({ tx, since: null }, INVESTMENT_PROOFS))
  expect(proved.flatMap(({ wrong }) => (wrong === null ? [] : [wrong.says]))).toEqual([])
})
