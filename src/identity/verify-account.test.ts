import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { aRequest, openRegisteringHouse, typed } from '../../test/support/registering-house.ts'
import { opened } from '../../test/support/opened.ts'
import { auditOf, refusalOf } from '../../test/support/traces.ts'
import { type Codes, forgetLimits, join, newestCodes, proveCodes, signUp } from '../../test/support/registering.ts'
import { checkCodes } from './check-codes.ts'
import { readMendedNumber } from './read-details.ts'
import { resendCodes, secondsUntilResend } from './resend-codes.ts'
import { sessionStatement } from './session-store.ts'
import { hashToken } from '#kit/ids.ts'
import { readPrepared } from '#kit/transaction.ts'
import { contentOf } from '#mail/store.ts'
import { hashCode } from './send-codes.ts'

describe('proving e-mail and phone', () => {
  const house = opened(openRegisteringHouse)

  const other = (code: string) => ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0')
  const resend = (id: string) => house.write((tx) => resendCodes(tx, house.clock, id, aRequest()))

  test('makes a user with accounts in the books and a full session', async () => {
    const { registration, ...codes } = await signUp(house, typed('Amy'))
    const { user, session } = await proveCodes(house, registration.id, codes)
    expect(user).toMatchObject({ id: registration.id, name: 'Amy', email: 'amy@plumb.test', roles: [], kyc: 'none' })
    const accounts = await house.db
      .selectFrom('account')
      .select('name')
      .where('name', 'like', `investor/${user.id}/%`)
      .execute()
    expect(accounts).toHaveLength(5)
    expect(session.cookie).not.toBeNull()
    const [opened] = await readPrepared(house.db, sessionStatement(), [hashToken(session.bearer)])
    expect(opened).toMatchObject({ user_id: user.id, name: 'Amy' })
    expect(await auditOf(house, user.id)).toEqual(['open account'])
  })

  test('takes codes with blanks in them, as people paste them', async () => {
    const { registration, email_code, phone_code } = await signUp(house, typed('paster'))
    const spaced = (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `
    await proveCodes(house, registration.id, { email_code: spaced(email_code), phone_code: spaced(phone_code) })
  })

  test('needs both codes, and says which is wrong', async () => {
    const { registration, email_code, phone_code } = await signUp(house, typed('half'))
    const errorsOf = async (codes: { email_code: string; phone_code: string }) =>
      Object.keys((await refusalOf(proveCodes(house, registration.id, codes))).errors ?? {})
    expect(await errorsOf({ email_code, phone_code: other(phone_code) })).toEqual(['phone_code'])
    expect(await errorsOf({ email_code: other(email_code), phone_code })).toEqual(['email_code'])
    expect(await errorsOf({ email_code: phone_code, phone_code: email_code })).toEqual(['email_code', 'phone_code'])
  })

  test('counts five tries of a hundred that come together, and none is right afterwards', async () => {
    const { registration, ...codes } = await signUp(house, typed('guessed'))
    const wrong = { ...codes, email_code: other(codes.email_code) }
    const guesses = await Promise.all(
      Array.from({ length: 100 }, () => house.write((tx) => checkCodes(tx, house.clock, registration.id, wrong))),
    )
    const looked = guesses.filter((guess) => guess instanceof Refusal && guess.errors?.['email_code'] !== undefined)
    expect(looked).toHaveLength(5)
    const spent = guesses.filter((guess) => guess instanceof Refusal && guess.message.includes('Ask for new ones.'))
    // the tenth wrong one is the last of the day: nobody is told to ask for new codes any more
    expect(spent).toHaveLength(4)
    const refused = await refusalOf(proveCodes(house, registration.id, codes))
    expect(spent.map((guess) => guess instanceof Refusal && guess.errors)).toContainEqual({
      codes: ['These codes can no longer be used'],
    })
    expect([refused.code, refused.retryAfter]).toEqual(['too many', 86_400])
  })

  test('ends for a day after ten wrong codes, of whichever sending; a new registration begins anew', async () => {
    const { registration, ...first } = await signUp(house, typed('starts-anew'))
    const guess = async (codes: Codes) =>
      (await refusalOf(proveCodes(house, registration.id, { ...codes, email_code: other(codes.email_code) }))).code
    for (let n = 0; n < 5; n += 1) expect(await guess(first)).toBe('bad input')
    await house.clock.move(MINUTE)
    await resend(registration.id)
    const second = await newestCodes(house, registration)
    for (let n = 0; n < 4; n += 1) expect(await guess(second)).toBe('bad input')
    // from the tenth on, which is counted: new codes are not promised when they are refused
    for (const codes of [{ ...second, email_code: other(second.email_code) }, second]) {
      const refused = await refusalOf(proveCodes(house, registration.id, codes))
      expect(refused).toMatchObject({ code: 'too many', message: expect.stringContaining('Create your account again') })
    }
    await house.clock.move(HOUR)
    expect((await refusalOf(resend(registration.id))).code).toBe('too many')
    const { registration: anew, ...codes } = await signUp(house, typed('starts-anew'))
    await proveCodes(house, anew.id, codes)
  })

  test('does not count what cannot be a code', async () => {
    const { registration, ...codes } = await signUp(house, typed('clumsy'))
    for (let n = 0; n < 10; n += 1) {
      const { errors } = await refusalOf(proveCodes(house, registration.id, { ...codes, phone_code: '12345' }))
      expect(errors).toEqual({ phone_code: ['Enter the six-digit code.'] })
    }
    await proveCodes(house, registration.id, codes)
  })

  test('ends after ten minutes', async () => {
    const { registration, ...codes } = await signUp(house, typed('late'))
    await house.clock.move(10 * MINUTE)
    expect(await refusalOf(proveCodes(house, registration.id, codes))).toMatchObject({
      message: 'These codes have expired. Ask for new ones.',
      errors: { codes: ['This code has expired'] },
    })
    await resend(registration.id)
    await house.clock.move(10 * MINUTE - 1)
    await proveCodes(house, registration.id, await newestCodes(house, registration))
  })

  test('begins anew with codes sent again, which void the old ones', async () => {
    const { registration, ...old } = await signUp(house, typed('again'))
    for (let n = 0; n < 5; n += 1)
      await refusalOf(proveCodes(house, registration.id, { ...old, email_code: other(old.email_code) }))
    await house.clock.move(MINUTE)
    await resend(registration.id)
    const fresh = await newestCodes(house, registration)
    expect((await refusalOf(proveCodes(house, registration.id, old))).errors).toBeDefined()
    await proveCodes(house, registration.id, fresh)
    expect((await refusalOf(resend(registration.id))).code).toBe('wrong state')
  })

  test('is done with another phone where the number was mistyped: its codes alone are right, and nobody types anew', async () => {
    const { registration, ...old } = await signUp(house, typed('mistyped'))
    const mended = readMendedNumber({ phone: '(202) 555-0142', country: 'US' })
    const mend = (to = mended) => house.write((tx) => resendCodes(tx, house.clock, registration.id, aRequest(), to))
    expect((await refusalOf(mend())).code).toBe('too many')
    await house.clock.move(MINUTE)
    await mend()
    const fresh = await newestCodes(house, { ...registration, ...mended })
    expect((await refusalOf(proveCodes(house, registration.id, old))).errors).toBeDefined()
    const { user } = await proveCodes(house, registration.id, fresh)
    expect([user.phone, user.name]).toEqual(['+12025550142', 'mistyped'])
    expect(() => readMendedNumber({ phone: '+1900123', country: 'US' })).toThrow('not a valid phone number')
  })

  test('sends no more texts by mending numbers than by registering anew: five an hour to one mailbox, whatever the number', async () => {
    const { registration } = await signUp(house, typed('texts-others'))
    const mend = (place: number) => {
      const number = { phone: `+1202555015${place}`, country: 'US' }
      return house.write((tx) => resendCodes(tx, house.clock, registration.id, aRequest(), number))
    }
    for (let sent = 1; sent < 5; sent += 1) {
      expect((await refusalOf(mend(sent))).retryAfter).toBe(60)
      await house.clock.move(MINUTE)
      await mend(sent)
    }
    await house.clock.move(MINUTE)
    expect(await refusalOf(mend(5))).toMatchObject({ code: 'too many', retryAfter: (HOUR - 5 * MINUTE) / SECOND })
  })

  test('says in how many seconds new codes may be sent, and refuses them until then', async () => {
    const { registration } = await signUp(house, typed('in-a-hurry'))
    const seconds = () => house.read((tx) => secondsUntilResend(tx, house.clock, registration.id, aRequest()))
    for (let sent = 1; sent < 5; sent += 1) {
      expect(await seconds()).toBe(60)
      await house.clock.move(MINUTE - 1)
      expect([await seconds(), (await refusalOf(resend(registration.id))).retryAfter]).toEqual([1, 1])
      await house.clock.move(1)
      expect(await seconds()).toBe(0)
      await resend(registration.id)
    }
    // the fifth of an hour
    expect(await seconds()).toBe((HOUR - 4 * MINUTE) / SECOND)
    await house.clock.move(MINUTE)
    expect((await refusalOf(resend(registration.id))).retryAfter).toBe(await seconds())
    await house.clock.move(HOUR - 5 * MINUTE)
    expect(await seconds()).toBe(0)
    await resend(registration.id)
  })

  test('is asked for in a day at the earliest where ten wrong codes were typed', async () => {
    const { registration, ...codes } = await signUp(house, typed('spent'))
    const wrong = { ...codes, email_code: other(codes.email_code) }
    for (let n = 0; n < 10; n += 1) await refusalOf(proveCodes(house, registration.id, wrong))
    const seconds = await house.read((tx) => secondsUntilResend(tx, house.clock, registration.id, aRequest()))
    expect(seconds).toBe((await refusalOf(resend(registration.id))).retryAfter)
    expect(seconds).toBe(DAY / SECOND)
  })

  test('takes the codes of its own registration only', async () => {
    const { registration: mine } = await signUp(house, typed('mine'))
    const { registration: theirs, ...codes } = await signUp(house, typed('theirs'))
    expect((await refusalOf(proveCodes(house, mine.id, codes))).code).toBe('bad input')
    await proveCodes(house, theirs.id, codes)
  })

  test('finds no code right where the e-mail was taken from the beginning', async () => {
    await join(house, 'first')
    await forgetLimits(house)
    const { registration, phone_code } = await signUp(house, typed('second', { email: 'first@plumb.test' }))
    const { errors } = await refusalOf(proveCodes(house, registration.id, { email_code: '000000', phone_code }))
    expect(errors).toEqual({ email_code: ['This code is incorrect.'] })
  })

  test('is refused clearly where another registration proved the e-mail meanwhile', async () => {
    const { registration: one, ...codesOfOne } = await signUp(house, typed('one', { email: 'both@plumb.test' }))
    await forgetLimits(house)
    const { registration: two, ...codesOfTwo } = await signUp(house, typed('two', { email: 'both@plumb.test' }))
    await proveCodes(house, two.id, codesOfTwo)
    const { code, message } = await refusalOf(proveCodes(house, one.id, codesOfOne))
    expect([code, message]).toEqual(['wrong state', expect.stringContaining('already has an account')])
  })

  test('asks for another name where it was taken meanwhile, and takes it', async () => {
    const { registration: slow, ...slowCodes } = await signUp(house, typed('wanted', { email: 'slow@plumb.test' }))
    await forgetLimits(house)
    await join(house, 'WANTED', { email: 'quick@plumb.test' })
    const refused = await refusalOf(proveCodes(house, slow.id, slowCodes))
    expect(refused.errors).toEqual({ name: ['This username is taken.'] })
    expect((await refusalOf(proveCodes(house, slow.id, slowCodes, { name: 'no good!' }))).errors).toHaveProperty('name')
    const { user } = await proveCodes(house, slow.id, slowCodes, { name: 'another' })
    expect(user.name).toBe('another')
  })

  test('asked for many times at once makes one user', async () => {
    const { registration, ...codes } = await signUp(house, typed('twice'))
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => proveCodes(house, registration.id, codes)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'wrong state' })
    }
  })

  test.each(['name', 'email'] as const)('of registrations racing for one %s exactly one wins', async (same) => {
    const registered = []
    for (let n = 0; n < 8; n += 1) {
      const own = typed(`racer-${same}-${n}`)
      const form = same === 'name' ? { ...own, name: 'the-one-name' } : { ...own, email: 'the-one@plumb.test' }
      registered.push(await signUp(house, form))
      await forgetLimits(house)
    }
    // All mails go to one address here, so that each registration's own code is told by its hash.
    const codes = await Promise.all(registered.map(({ registration }) => ownCodes(registration)))
    const outcomes = await Promise.allSettled(
      registered.map(({ registration }, n) =>
        proveCodes(house, registration.id, codes[n] ?? { email_code: '', phone_code: '' }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Refusal] : []))
    for (const reason of reasons) expect(reason.code).toBe(same === 'name' ? 'bad input' : 'wrong state')
  })

  /** All codes that were sent, tried against the hashes of one registration. */
  async function ownCodes({
    id,
    email_code_hash,
    phone_code_hash,
  }: {
    id: string
    email_code_hash: string
    phone_code_hash: string
  }) {
    const sent = await house.write(async (tx) => {
      const messages = await tx.selectFrom('message').select(['id', 'secret', 'content']).execute()
      return messages.flatMap((message) => contentOf(tx, message).match(/^\d{6}$/gm) ?? [])
    })
    const find = (channel: 'email' | 'phone', hash: string) =>
      house.write(async (tx) => sent.find((code) => hashCode(tx, id, channel, code) === hash) ?? '')
    return { email_code: await find('email', email_code_hash), phone_code: await find('phone', phone_code_hash) }
  }
})
