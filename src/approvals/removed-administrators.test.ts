/** Somebody whose roles were taken counts for three days as one who could agree, by the database's clock. */
import { expect, test } from 'vitest'
import { DAY } from '#kit/clock.ts'
import { readTransaction } from '#kit/transaction.ts'
import { waitingApprovals } from './read.ts'
import { createPlan } from '#plans/create-plan.ts'
import { setRoles } from '#roles/set-roles.ts'
import { updateWallet } from '#wallets/update-wallet.ts'
import { openInvestingHouse } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { anAdministrator, aWallet } from '../../test/support/people.ts'

const house = opened(openInvestingHouse)

test('who was removed counts for three days by the database’s clock, whatever the clock of a process says', async () => {
  const { db, clock, administrator } = house
  const other = await anAdministrator(db, ['owner'])
  await house.write((tx) => setRoles(tx, clock, administrator, { id: other.userId, roles: [] }))
  const ahead = { now: () => new Date(clock.now().getTime() + 4 * DAY) }
  const elsewhere = { id: await aWallet(db), name: 'Elsewhere', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }
  expect(await house.write((tx) => updateWallet(tx, ahead, administrator, elsewhere))).toBeDefined()
  const terms = { name: 'Launch', description: '', min_amount: '10', max_amount: '100000', durations_copy: '14' }
  const plan = { ...terms, ref_bonus: '5', daily_roi: '0.4' }
  expect((await house.write((tx) => createPlan(tx, ahead, administrator, plan))).waits).toBeDefined()
  const others = async () => (await readTransaction(db, (tx) => waitingApprovals(tx, administrator))).others
  expect(await others()).toEqual({ reviewers: true, owners: true })
  await clock.move(3 * DAY)
  const behind = { now: () => new Date(clock.now().getTime() - 2 * DAY) }
  const another = { ...elsewhere, id: await aWallet(db), name: 'Elsewhere 2' }
  expect(await house.write((tx) => updateWallet(tx, behind, administrator, another))).toBeUndefined()
  expect(await others()).toEqual({ reviewers: false, owners: false })
})
