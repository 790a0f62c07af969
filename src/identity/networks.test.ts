import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#kit/clock.ts'
import {
  aRequest,
  join,
  openRegisteringHouse,
  PASSWORD,
  type RegisteringHouse,
  signInAs,
} from '../../test/registering.ts'
import { openNetworks } from './networks.ts'

let house: RegisteringHouse
beforeAll(async () => {
  house = await openRegisteringHouse()
  await join(house, 'amy')
})
afterAll(() => house.close())

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
  await expect.poll(() => networks.standingOf('198.51.100.4')).toBe(0)
  expect(networks.standingOf('2001:db8:1:2')).toBe(0)
  expect(networks.standingOf('203.0.113.5')).toBe(1)
  await signInAs(house, 'amy@plumb.test', PASSWORD, aRequest({ address: '203.0.113.5' }))
  await house.clock.move(5 * SECOND)
  await expect.poll(() => networks.standingOf('203.0.113.5')).toBe(0)
})
