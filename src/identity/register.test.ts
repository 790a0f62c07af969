import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#kit/clock.ts'
import { TERMS_VERSION } from '#settings/version-rules.ts'
import { openRegisteringHouse, typed } from '../../test/support/registering-house.ts'
import { opened } from '../../test/support/opened.ts'
import { messagesTo, refusalOf } from '../../test/support/traces.ts'
import { forgetLimits, join, signUp } from '../../test/support/registering.ts'
import { readRegistration } from './read-details.ts'

describe('registering', () => {
  const house = opened(openRegisteringHouse)

  const problems = async (changed: Record<string, unknown>) =>
    (await refusalOf(house.read((tx) => readRegistration(tx, typed('somebody', changed))))).errors

  test('waits with two codes, each on a line of its own, in a mail and a text message', async () => {
    const { registration, email_code, phone_code } = await signUp(
      house,
      typed('Waiting', { phone: '+447911123456', country: 'GB' }),
    )
    const [mail, ...moreMails] = await messagesTo(house, 'waiting@plumb.test')
    const [text, ...moreTexts] = await messagesTo(house, '+447911123456')
    expect([moreMails, moreTexts]).toEqual([[], []])
    expect([mail?.channel, text?.channel]).toEqual(['mail', 'text'])
    for (const [message, code] of [
      [mail, email_code],
      [text, phone_code],
    ] as const) {
      expect(message?.content.split('\n').filter((line) => /^\d{6}$/.test(line))).toEqual([code])
    }
    expect(registration).toMatchObject({
      email: 'waiting@plumb.test',
      terms_version: TERMS_VERSION,
      completed_at: null,
      tries: 0,
    })
    expect(registration.terms_accepted_at).toEqual(house.clock.now())
    expect(JSON.stringify(registration)).not.toMatch(new RegExp(`${email_code}|${phone_code}|plumb line`))
    expect(await house.db.selectFrom('app_user').selectAll().execute()).toEqual([])
  })

  test('says all that is wrong at once', async () => {
    const wrong = {
      name: 'a',
      email: 'no',
      password: 'short',
      password_confirmation: 'other',
      phone: '12',
      country: 'Atlantis',
      terms: false,
    }
    expect(Object.keys((await problems(wrong)) ?? {}).sort()).toEqual([
      'country',
      'email',
      'name',
      'password',
      'password_confirmation',
      'phone',
      'terms',
    ])
  })

  test.each([
    [
      'a password that is commonly leaked',
      { password: 'Password123', password_confirmation: 'Password123' },
      ['password'],
    ],
    [
      'a password made of the username',
      { name: 'amy-carpenter', password: 'Carpenter2026', password_confirmation: 'Carpenter2026' },
      ['password'],
    ],
    ['a password of one row', { password: 'qwertyuiop1', password_confirmation: 'qwertyuiop1' }, ['password']],
    ['a password of nine characters', { password: 'abcdefgh!', password_confirmation: 'abcdefgh!' }, ['password']],
    ['a confirmation that differs', { password_confirmation: 'something else' }, ['password', 'password_confirmation']],
    ['a number that no phone has', { phone: '+1 202 555' }, ['phone']],
    ['a number with an extension', { phone: '+1 202 555 0123 ext. 7' }, ['phone']],
    ['an unknown country', { country: 'ZZ' }, ['country']],
    ['terms not agreed to', { terms: false }, ['terms']],
  ])('refuses %s', async (_what, changed, fields) => {
    expect(Object.keys((await problems(changed)) ?? {})).toEqual(fields)
  })

  test('reads a phone number without a plus as one of the country, and keeps it in E.164', async () => {
    const read = (phone: string, country: string) =>
      house.read((tx) => readRegistration(tx, typed('caller', { phone, country })))
    expect(await read('(202) 555-0123', 'us')).toMatchObject({ phone: '+12025550123', country: 'US' })
    expect(await read('0151 23456789', 'Germany')).toMatchObject({ phone: '+4915123456789', country: 'DE' })
    expect(await read('+12025550123', 'AQ')).toMatchObject({ phone: '+12025550123', country: 'AQ' })
  })

  test('finds a name taken by a user in any case, and free while it only waits', async () => {
    await join(house, 'Taken')
    await signUp(house, typed('Free', { email: 'first@plumb.test' }))
    await forgetLimits(house)
    expect(await problems({ name: 'tAKEN' })).toEqual({ name: ['This username is taken.'] })
    await signUp(house, typed('fREE', { email: 'second@plumb.test' }))
  })

  test('with a taken e-mail answers like any other, mails no code, tells the owner, and texts the phone all the same', async () => {
    await join(house, 'owner-of-mail')
    const before = (await messagesTo(house, 'owner-of-mail@plumb.test')).length
    await forgetLimits(house)
    const taken = await signUp(house, typed('stranger', { email: 'Owner-Of-Mail@plumb.test', phone: '+12025550147' }))
    const free = await signUp(house, typed('stranger', { email: 'nobody-yet@plumb.test', phone: '+12025550148' }))
    expect(Object.keys(taken.registration)).toEqual(Object.keys(free.registration))
    expect([taken.email_code, taken.phone_code, free.email_code]).toEqual([
      '',
      expect.stringMatching(/^\d{6}$/),
      expect.stringMatching(/^\d{6}$/),
    ])
    const mails = (await messagesTo(house, 'owner-of-mail@plumb.test')).slice(before)
    expect(mails.map((mail) => mail.subject)).toEqual(['You have a Plumb account'])
    expect(mails[0]?.content).not.toMatch(/\d{6}/)
  })

  test('knows the inviter by their name in any case, and ignores unknown ones', async () => {
    const { user } = await join(house, 'Inviter')
    expect((await signUp(house, typed('invited', { referral: 'INVITER' }))).registration.inviter_id).toBe(user.id)
    expect((await signUp(house, typed('alone', { referral: 'nobody-at-all' }))).registration.inviter_id).toBeNull()
  })

  test('sends one mailbox and one phone one code a minute and five an hour, wherever they are asked for', async () => {
    const form = typed('flooded')
    for (let n = 1; n <= 5; n += 1) {
      await signUp(house, form)
      const refused = await refusalOf(signUp(house, form))
      expect([refused.code, refused.retryAfter]).toEqual(['too many', 60])
      await house.clock.move(MINUTE)
    }
    expect(await refusalOf(signUp(house, form))).toMatchObject({ code: 'too many', retryAfter: 55 * 60 })
    expect(await messagesTo(house, form.email)).toHaveLength(5)
    expect(await messagesTo(house, form.phone)).toHaveLength(5)
    const samePhone = await refusalOf(signUp(house, typed('another', { phone: form.phone })))
    expect(samePhone.message).toContain('phone number')
    await house.clock.move(HOUR)
    await signUp(house, form)
  })

  test.each([
    ['a premium-rate number', '+19005551234'],
    ['a premium-rate number abroad', '+449098790000'],
    ['a number whose costs are shared', '+80812345678'],
    ['a personal number', '+447012345678'],
    ['a free number, which nobody texts', '+18005551234'],
    ['Inmarsat', '+870773111632'],
    ['Iridium', '+8816123456789'],
    ['Thuraya', '+8821612345678'],
    ['another international network', '+882101234567'],
    ['an international network', '+883510012345'],
    ['universal personal numbers', '+878101234567890'],
    ['international premium rates', '+979123456789'],
  ])('texts no %s', async (_what, phone) => {
    expect(await problems({ phone, country: 'US' })).toEqual({
      phone: ['We cannot text this kind of number. Use the number of a mobile phone.'],
    })
  })
})
