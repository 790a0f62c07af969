import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kit/clock.ts'
import { readIpAddress } from '#kit/ip-address.ts'
import { countAttempt } from '#kit/limit.ts'
import { openRegisteringHouse } from '../../test/support/registering-house.ts'
import { opened } from '../../test/support/opened.ts'
import { refusalOf } from '../../test/support/traces.ts'
import { updateValue } from '#settings/store.ts'
import { codeLimits, resetLimits, TOO_MANY_CODES } from './limits.ts'
import { register } from './register.ts'

const house = opened(openRegisteringHouse)

let people = 0
/** Codes for somebody new, because of an address. */
const ask = (address: string, what: 'register' | 'resend' = 'register') => {
  const from = { address: readIpAddress(address) ?? '', textsADay: 1000 }
  const n = (people += 1)
  const to = { email: `somebody-${n}@plumb.test`, phone: `+1202${5_550_000 + n}` }
  return house.write((tx) => countAttempt(tx, house.clock, codeLimits(what, to, from), TOO_MANY_CODES))
}
/** One of the networks of a site. */
let networks = 0
const within = (site: string) => `${site}:${(networks += 1).toString(16)}::1`

test('one site of IPv6 gets forty codes a minute, two hundred and forty an hour and 250 texts a day, from however many networks', async () => {
  const site = '2001:db8:1'
  for (let minute = 0; minute < 6; minute += 1) {
    for (let n = 0; n < 40; n += 1) await ask(within(site))
    const beyond = await refusalOf(ask(within(site)))
    expect(beyond).toMatchObject({ code: 'too many', message: expect.stringContaining('your network') })
    await house.clock.move(MINUTE)
  }
  expect((await refusalOf(ask(within(site)))).retryAfter).toBe(54 * 60)
  await ask(within('2001:db8:2'))
  await house.clock.move(HOUR)
  for (let n = 0; n < 5; n += 1) await ask(within(site))
  // new codes and new accounts come out of one purse
  for (let n = 0; n < 5; n += 1) await ask(within(site), 'resend')
  expect((await refusalOf(ask(within(site), 'resend'))).retryAfter).toBe((DAY - HOUR - 6 * MINUTE) / 1000)
  await house.clock.move(DAY)
  await ask(within(site))
})

test('one address of IPv4 gets 250 texts a day, and what one network of IPv6 gets is as before', async () => {
  for (let hour = 0; hour < 4; hour += 1) {
    for (let minute = 0; minute < 6; minute += 1) {
      for (let n = 0; n < 10; n += 1) await ask('192.0.2.9')
      await house.clock.move(MINUTE)
    }
    await house.clock.move(HOUR)
  }
  for (let n = 0; n < 10; n += 1) await ask('::ffff:192.0.2.9')
  await house.clock.move(MINUTE)
  expect((await refusalOf(ask('192.0.2.9'))).message).toContain('Your network has used up its text messages for today.')
  await ask('192.0.2.10')
  for (let n = 0; n < 10; n += 1) await ask('2001:db8:3:4::1')
  expect((await refusalOf(ask('2001:db8:3:4:5::1'))).retryAfter).toBe(60)
})

test('sixty registrations an hour from one address stay ordinary where the owner lets the house send enough texts', async () => {
  const budget = (value: string | null) => house.write((tx) => updateValue(tx, 'sms_daily_budget', value))
  const come = () => {
    const name = `carried-${(people += 1)}`
    const person = { name, email: `${name}@plumb.test`, phone: `+1202${5_550_000 + people}`, country: 'US' as const }
    const input = { ...person, terms_version: '2', passwordHash: '-', referral: null, address: '192.0.2.12' }
    return house.write((tx) => register(tx, house.clock, input))
  }
  await budget('10000')
  for (let hour = 0; hour < 5; hour += 1) {
    for (let minute = 0; minute < 6; minute += 1) {
      for (let n = 0; n < 10; n += 1) await come()
      await house.clock.move(MINUTE)
    }
    await house.clock.move(HOUR)
  }
  // by the first budget it is too many, and said so
  await budget(null)
  expect((await refusalOf(come())).message).toMatch(/for today\. .* Try again in \d+ hours\.$/)
})

test('reset links that anybody asks for are counted for the site as well', async () => {
  const link = (address: string) => {
    const limits = resetLimits(`reset-${(people += 1)}@plumb.test`, { device: undefined, address })
    return house.write((tx) => countAttempt(tx, house.clock, limits, ''))
  }
  for (let n = 0; n < 40; n += 1) await link(within('2001:db8:5'))
  expect((await refusalOf(link(within('2001:db8:5')))).retryAfter).toBe(60)
  await link('192.0.2.11')
})
