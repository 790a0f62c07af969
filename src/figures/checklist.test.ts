import { expect, test } from 'vitest'
import { OUR_BITCOIN } from '../../test/support/addresses.ts'
import { startTestApp } from '../../test/support/app.ts'
import { opened } from '../../test/support/opened.ts'

const house = opened(startTestApp)

test('strict backing is no step that is done as long as the reserve is empty: nobody can invest then', async () => {
  const owner = await house.owner()
  const backing = async () => {
    const { items, reserve_empty } = (await owner.get('/api/admin/checklist')).body
    const { done, needed } = items.find(({ name }: { name: string }) => name === 'backing')
    return { done, needed, reserve_empty }
  }
  expect(await backing()).toEqual({ done: false, needed: false, reserve_empty: false })
  await owner.must('/api/set-backing', { backing: 'strict', reason: 'We promise what we have' })
  expect(await backing()).toEqual({ done: false, needed: true, reserve_empty: true })
  await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  const [{ id: wallet_id }] = (await owner.get('/api/admin/wallets')).body.items
  const own = { amount: '100', direction: 'in', reason: 'to begin with' }
  await owner.must('/api/record-funds', { ...own, wallet_id, account: 'capital' })
  await owner.must('/api/move-to-reserve', own)
  expect(await backing()).toEqual({ done: true, needed: false, reserve_empty: false })
})
