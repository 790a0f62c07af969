import { beforeAll, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { aRequest, openRegisteringHouse, PASSWORD } from '../../test/support/registering-house.ts'
import { opened } from '../../test/support/opened.ts'
import { join, signInAs } from '../../test/support/registering.ts'
import { openNetworks } from './networks.ts'

const house = opened(openRegisteringHouse)
beforeAll(async () => {
  await join(house, 'amy')
})

const spend = (networks: ReturnType<typeof openNetworks>, network: string, times: number) => {
  for (let n = 0; n < times; n += 1) networks.spent(network)
}

test('a network is in good standing where a password was right, until more than five were not in a minute', async () => {
  const networks = openNetworks(house)
  expect(networks.standingOf('192.0.2.7')).toBe(1)
  networks.spent('192.0.2.7')
  expect(networks.standingOf('192.0.2.7')).toBe(2)
  networks.proved('192.0.2.7')
  expect(networks.standingOf('192.0.2.7')).toBe(0)
  spend(networks, '192.0.2.7', 5)
  expect(networks.standingOf('192.0.2.7')).toBe(0)
  spend(networks, '192.0.2.7', 1)
  expect(networks.standingOf('192.0.2.7')).toBe(7)
  // a right one does not wipe out the wrong ones
  spend(networks, '192.0.2.7', 1)
  networks.proved('192.0.2.7')
  expect(networks.standingOf('192.0.2.7')).toBe(7)
  await house.clock.move(MINUTE)
  expect(networks.standingOf('192.0.2.7')).toBe(0)
})

test('a network where people signed in at another process is known from the database, IPv6 by its /64', async () => {
  await signInAs(house, 'amy@plumb.test', PASSWORD, aRequest({ address: '198.51.100.4' }))
  await signInAs(house, 'amy@plumb.test', PASSWORD, aRequest({ address: '2001:db8:1:2::9' }))
  const networks = openNetworks(house)
  const standings = () => ['198.51.100.4', '2001:db8:1:2', '203.0.113.5'].map((network) => networks.standingOf(network))
  await expect.poll(standings).toEqual([0, 0, 1])
  await signInAs(house, 'amy@plumb.test', PASSWORD, aRequest({ address: '203.0.113.5' }))
  await house.clock.move(5 * SECOND)
  await expect.poll(() => networks.standingOf('203.0.113.5')).toBe(0)
})

test('no account makes the networks of others unknown, however often it signs in', async () => {
  await signInAs(house, 'amy@plumb.test', PASSWORD, aRequest({ address: '198.51.100.8' }))
  const { user } = await join(house, 'mallory')
  const now = house.clock.now()
  const of = { user_id: user.id, cookie_hash: null, user_agent: '', created_at: now, expires_at: now, ended_at: now }
  for (let thousand = 0; thousand < 10; thousand += 1) {
    const sessions = Array.from({ length: 1000 }, (_, n) => {
      const id = newId()
      return { ...of, id, bearer_hash: id, address: `100.64.${thousand}.${n % 256}` }
    })
    await house.db.insertInto('session').values(sessions).execute()
  }
  const networks = openNetworks(house)
  await expect.poll(() => networks.standingOf('198.51.100.8')).toBe(0)
})
