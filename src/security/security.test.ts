import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kit/clock.ts'
import { OUR_BITCOIN, SOMEBODYS_BITCOIN, THEIR_BITCOIN } from '../../test/support/addresses.ts'
import { daysPass, startTestApp, type TestApp } from '../../test/support/app.ts'
import { giveRoles } from '../../test/support/roles.ts'
import type { Answer, Visitor } from '../../test/support/visitor.ts'

const PASSWORD = 'correct horse battery'
const ANOTHER = 'four staples in a row'

describe('one’s own account', () => {
  let house: TestApp
  let owner: Visitor
  beforeAll(async () => {
    house = await startTestApp({ env: { KYC: 'off' } })
    owner = await house.owner()
    await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  })
  afterAll(async () => {
    await house.close()
  })

  const joined = async (name: string) => {
    const visitor = house.visitor()
    await visitor.join(name)
    return visitor
  }
  /** The same person on another device. */
  const elsewhere = async (who: Visitor, password = PASSWORD) => {
    const visitor = house.visitor()
    expect((await visitor.signIn(who.email, password)).status).toBe(200)
    return visitor
  }
  const status = async (answer: Promise<Answer>) => (await answer).status
  const change = (who: Visitor, current: string, next: string) =>
    who.post('/api/change-password', { current_password: current, password: next, password_confirmation: next })
  const activity = async (who: Visitor) =>
    ((await who.get('/api/activity')).body.items as { action: string; by: string; times: number | null }[]).map(
      ({ action, by, times }) => (times === null ? `${by}: ${action}` : `${by}: ${action} × ${times}`),
    )

  describe('the password', () => {
    test('is changed with the present one, which ends every other sign-in and is told by mail', async () => {
      const amy = await joined('amy')
      const other = await elsewhere(amy)
      expect(await status(change(amy, 'not this one at all', ANOTHER))).toBe(422)
      expect((await change(amy, 'not this one at all', ANOTHER)).body.errors).toHaveProperty('current_password')
      expect((await change(amy, PASSWORD, 'short')).body.errors).toHaveProperty('password')
      expect((await change(amy, PASSWORD, PASSWORD)).body.errors).toHaveProperty('password')
      expect(await status(other.get('/api/user'))).toBe(200)
      expect(await status(change(amy, PASSWORD, ANOTHER))).toBe(200)
      expect(await status(other.get('/api/user'))).toBe(401)
      expect(await status(amy.get('/api/user'))).toBe(200)
      expect(await status(house.visitor().signIn(amy.email, PASSWORD))).toBe(401)
      await elsewhere(amy, ANOTHER)
      await amy.newestMessage('.eml', amy.email, /you were signed out everywhere else/)
    })

    test('once changed leaves a copy of the session nothing, a minute later', async () => {
      const owner = await joined('ivy')
      const thief = owner.at(owner.url)
      expect(await status(change(owner, PASSWORD, ANOTHER))).toBe(200)
      await house.clock.move(MINUTE)
      expect(await status(thief.get('/api/user'))).toBe(401)
      expect(await status(owner.get('/api/user'))).toBe(200)
    })

    test('sent again under its key is answered as it was, although the present password is another by then', async () => {
      const abe = await joined('abe')
      const body = { current_password: PASSWORD, password: ANOTHER, password_confirmation: ANOTHER }
      const key = { 'idempotency-key': 'one-press' }
      const send = (more = {}) => abe.post('/api/change-password', { ...body, ...more }, key)
      const [first, again] = [await send(), await send()]
      expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
      expect(again.headers.get('idempotency-key')).toBe('one-press')
      expect((await send({ password: 'another line hangs straight' })).status).toBe(422)
      // under another key it is what it says: a wrong password
      const other = await abe.post('/api/change-password', body, { 'idempotency-key': 'another-press' })
      expect(other.body.errors).toEqual({ current_password: ['This password is incorrect.'] })
      const bea = await joined('bea')
      const together = await Promise.all(
        Array.from({ length: 5 }, () => bea.post('/api/change-password', body, { 'idempotency-key': 'at-once' })),
      )
      expect(together.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
      expect((await activity(bea)).filter((line) => line.endsWith('change password'))).toHaveLength(1)
    })

    test('is not guessed at from a stolen session: wrong ones count as at the sign-in', async () => {
      const bob = await joined('bob')
      const answers: number[] = []
      for (let guess = 0; guess < 11; guess += 1)
        answers.push(await status(change(bob, `a wrong guess ${guess}`, ANOTHER)))
      expect(answers).toEqual([...Array.from({ length: 10 }, () => 422), 429])
      expect(await status(change(bob, PASSWORD, ANOTHER))).toBe(429)
    })

    test('changes once of many changes that come together', async () => {
      const cleo = await joined('cleo')
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) => status(change(cleo, PASSWORD, `${ANOTHER} ${n}`))),
      )
      expect(answers.filter((answer) => answer === 200)).toHaveLength(1)
    })
  })

  describe('the e-mail address', () => {
    const begin = (who: Visitor, email: string, password = PASSWORD) =>
      who.post('/api/begin-email-change', { email, password })
    const confirm = (who: Visitor, code: string) => who.post('/api/confirm-email-change', { code })
    const undo = (token: string) => house.visitor().post('/api/undo-contact-change', { token })
    const linkTo = async (email: string) =>
      /undo-change\?token=([\w-]{43})/.exec(await owner.newestMessage('.eml', email, /undo-change\?token=/))?.[1] ?? ''

    test('is another once that is proved, and both are told; the old one takes it back', async () => {
      const dora = await joined('dora')
      const [old, next] = [dora.email, 'dora-new@mail.plumb.test']
      expect((await begin(dora, next, 'not this one at all')).body.errors).toHaveProperty('password')
      expect(await status(begin(dora, next))).toBe(200)
      expect((await dora.get('/api/contact-changes')).body.email).toMatchObject({ to: next })
      expect((await dora.get('/api/user')).body.user.email).toBe(old)
      expect(await status(confirm(dora, await dora.codeFrom('.eml', next)))).toBe(200)
      expect((await dora.get('/api/user')).body.user.email).toBe(next)
      await dora.newestMessage('.eml', next, /This is now the email address/)
      const link = await linkTo(old)
      const other = house.visitor()
      expect(await status(other.signIn(next, PASSWORD))).toBe(200)
      expect(await status(house.visitor().signIn(old, PASSWORD))).toBe(401)

      expect(await status(undo(link))).toBe(200)
      expect([await status(dora.get('/api/user')), await status(other.get('/api/user'))]).toEqual([401, 401])
      // the password has to be chosen anew, by a link that goes to the old address
      expect(await status(house.visitor().signIn(old, PASSWORD))).toBe(403)
      expect(await status(house.visitor().signIn(next, PASSWORD))).toBe(401)
      const reset = await owner.newestMessage('.eml', old, /reset-password\?token=/)
      const token = /reset-password\?token=([\w-]{43})/.exec(reset)?.[1] ?? ''
      const chosen = { token, password: ANOTHER, password_confirmation: ANOTHER }
      expect(await status(house.visitor().post('/api/reset-password', chosen))).toBe(200)
      expect(await status(house.visitor().signIn(old, ANOTHER))).toBe(200)
      expect(await status(undo(link))).toBe(422)
    })

    test('sent again under its key its code is answered as it was, and one code is mailed', async () => {
      const cid = await joined('cid')
      const next = 'cid-new@mail.plumb.test'
      const key = { 'idempotency-key': 'one-press' }
      const began = () => cid.post('/api/begin-email-change', { email: next, password: PASSWORD }, key)
      expect([(await began()).status, (await began()).status]).toEqual([200, 200])
      const code = await cid.codeFrom('.eml', next)
      const confirmed = () => cid.post('/api/confirm-email-change', { code }, key)
      const [first, again] = [await confirmed(), await confirmed()]
      expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
      expect(await status(confirm(cid, code))).toBe(409)
    })

    test('is taken back together with what was changed after it, by whoever had it first', async () => {
      const eric = await joined('eric')
      const [old, thiefs, later] = [eric.email, 'thief@mail.plumb.test', 'thief-2@mail.plumb.test']
      await begin(eric, thiefs)
      await confirm(eric, await eric.codeFrom('.eml', thiefs))
      await house.clock.move(MINUTE)
      await begin(eric, later)
      await confirm(eric, await eric.codeFrom('.eml', later))
      const [first, second] = [await linkTo(old), await linkTo(thiefs)]
      expect(await status(undo(first))).toBe(200)
      expect(await status(house.visitor().signIn(old, PASSWORD))).toBe(403)
      expect(await status(undo(second))).toBe(422)
    })

    test('cannot be taken back after 72 hours', async () => {
      const fay = await joined('fay')
      await begin(fay, 'fay-new@mail.plumb.test')
      await confirm(fay, await fay.codeFrom('.eml', 'fay-new@mail.plumb.test'))
      const link = await linkTo(fay.email)
      await house.clock.move(72 * HOUR)
      expect(await status(undo(link))).toBe(422)
      expect((await fay.get('/api/user')).body.user.email).toBe('fay-new@mail.plumb.test')
    })

    test('that somebody has is answered like any other, and gets no code', async () => {
      const [gus, hal] = [await joined('gus'), await joined('hal')]
      await house.clock.move(HOUR)
      const [taken, free] = [await begin(gus, hal.email), await begin(hal, 'hal-new@mail.plumb.test')]
      expect([taken.status, taken.body]).toEqual([free.status, free.body])
      await owner.newestMessage('.eml', hal.email, /already belongs to yours/)
      const guesses = await Promise.all(['000000', '123456'].map((code) => status(confirm(gus, code))))
      expect(guesses).toEqual([422, 422])
    })

    test('is proved by five tries of one code, and ten wrong ones a day', async () => {
      const ida = await joined('ida')
      await begin(ida, 'ida-new@mail.plumb.test')
      const code = await ida.codeFrom('.eml', 'ida-new@mail.plumb.test')
      const wrong = code === '111111' ? '222222' : '111111'
      const tries = await Promise.all(Array.from({ length: 8 }, () => confirm(ida, wrong)))
      expect(tries.map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 422))
      expect((await confirm(ida, code)).body.message).toContain('tried too often')
      await house.clock.move(HOUR)
      await begin(ida, 'ida-new@mail.plumb.test')
      const again = await ida.codeFrom('.eml', 'ida-new@mail.plumb.test')
      for (let guess = 0; guess < 5; guess += 1) await confirm(ida, again === wrong ? '333333' : wrong)
      await house.clock.move(HOUR)
      await begin(ida, 'ida-new@mail.plumb.test')
      expect(await status(confirm(ida, await ida.codeFrom('.eml', 'ida-new@mail.plumb.test')))).toBe(429)
    })

    test('is nobody’s to change but one’s own: another’s code proves nothing', async () => {
      const [jo, kim] = [await joined('jon'), await joined('kim')]
      await begin(jo, 'jo-new@mail.plumb.test')
      const code = await jo.codeFrom('.eml', 'jo-new@mail.plumb.test')
      expect(await status(confirm(kim, code))).toBe(409)
      await begin(kim, 'kim-new@mail.plumb.test')
      expect(await status(confirm(kim, code))).toBe(422)
    })
  })

  test('the phone number is another once that is proved; the old one is texted a link that takes it back', async () => {
    const lea = await joined('lea')
    const [old, next] = [lea.phone, '+12025550142']
    const begin = { phone: '202 555 0142', country: 'US', password: PASSWORD }
    expect(await status(lea.post('/api/begin-phone-change', { ...begin, phone: '12' }))).toBe(422)
    expect(await status(lea.post('/api/begin-phone-change', begin))).toBe(200)
    const code = await lea.codeFrom('.txt', next)
    expect(await status(lea.post('/api/confirm-phone-change', { code }))).toBe(200)
    expect((await lea.get('/api/user')).body.user.phone).toBe(next)
    await lea.newestMessage('.eml', lea.email, /phone number .* was changed/)
    const text = await lea.newestMessage('.txt', old, /undo-change\?token=/)
    const token = /undo-change\?token=([\w-]{43})/.exec(text)?.[1] ?? ''
    expect(await status(house.visitor().post('/api/undo-contact-change', { token }))).toBe(200)
    expect(await status(lea.get('/api/user'))).toBe(401)
  })

  describe('what was done', () => {
    test('is told newest first: sign-ins right and wrong, sign-outs and changes', async () => {
      const mia = await joined('mia')
      const other = await elsewhere(mia)
      await other.must('/api/logout')
      await house.visitor().signIn(mia.email, 'a wrong password')
      const first = 'somebody: wrong password × 1'
      await expect.poll(() => activity(mia)).toEqual([first, 'you: sign out', 'you: sign in', 'you: open account'])
      // until a quarter of an hour has passed they are counted, and then told of by one line
      for (let guess = 0; guess < 3; guess += 1) await house.visitor().signIn(mia.email, 'a wrong password')
      expect((await activity(mia)).filter((line) => line.includes('wrong'))).toEqual([first])
      await house.clock.move(15 * MINUTE)
      await expect.poll(async () => (await activity(mia))[0]).toBe('somebody: wrong password × 3')
      await change(mia, PASSWORD, ANOTHER)
      expect((await activity(mia))[0]).toBe('you: change password')
    })

    test('of one person is nobody else’s to read, in pages, and shows no whole address', async () => {
      const noa = await joined('noa')
      for (let n = 0; n < 3; n += 1) await elsewhere(noa)
      const page = (await noa.get('/api/activity?limit=2')).body
      expect(page.items).toHaveLength(2)
      const rest = (await noa.get(`/api/activity?limit=50&cursor=${page.next_cursor}`)).body
      expect(rest.items.map(({ action }: { action: string }) => action)).toEqual(['sign in', 'open account'])
      expect(JSON.stringify([page, rest])).not.toContain(noa.address)
      expect(page.items[0].network).toMatch(/^198\.1[89]\.\d+\.x$/)
      expect(await activity(await joined('olga'))).toEqual(['you: open account'])
    })
  })

  describe('closing it', () => {
    const close = (who: Visitor, password = PASSWORD) => who.post('/api/close-account', { password })

    test('waits until nothing is owed, asks the password, and leaves nothing of the person', async () => {
      const pia = await joined('pia')
      const other = await elsewhere(pia)
      await owner.must(`/api/topup-user/${pia.id}`, { amount: '5', account: 'earnings' })
      expect((await close(pia)).body.message).toContain('Withdraw your balance of $5.00')
      await owner.must(`/api/deduct-user/${pia.id}`, { amount: '5', account: 'earnings' })
      expect(await status(close(pia, 'a wrong password'))).toBe(422)
      expect(await status(close(pia))).toBe(200)
      expect([await status(pia.get('/api/user')), await status(other.get('/api/user'))]).toEqual([401, 401])
      expect(await status(house.visitor().signIn(pia.email, PASSWORD))).toBe(401)
      await pia.newestMessage('.eml', pia.email, /account is closed/)
      const seen = JSON.stringify((await owner.get(`/api/view-user/${pia.id}`)).body)
      for (const trace of [pia.email, pia.phone, '"pia"']) expect(seen).not.toContain(trace)
      // the name is nobody's again, the address may be
      const again = house.visitor()
      await again.get('/sanctum/csrf-cookie')
      const details = { email: pia.email, password: PASSWORD, password_confirmation: PASSWORD, phone: '+12025550177' }
      const form = { ...details, country: 'US', terms: true }
      await house.clock.move(HOUR)
      for (const name of ['pia', 'PIA', 'closed-123']) {
        expect((await again.post('/api/register', { ...form, name })).body.errors).toHaveProperty('name')
      }
      expect(await status(again.post('/api/register', { ...form, name: 'pia-again' }))).toBe(200)
      expect(await house.problems()).toEqual([])
    })

    test('gets its owner no bonus any more, whoever they have invited, and the books know it', async () => {
      const ole = await joined('ole')
      const [early, later] = [house.visitor(), house.visitor()]
      await early.join('early', { referral: 'ole' })
      await later.join('later', { referral: 'ole' })
      await owner.must('/api/create-plan', {
        ...{ name: 'Steady', min_amount: '1', max_amount: '5000', durations_copy: '7', ref_bonus: '5' },
        ...{ description: '', daily_roi: '0.4' },
      })
      const { plans, wallets } = (await early.get('/api/histories')).body
      const invest = async (who: Visitor) => {
        await who.must('/api/save-investment', {
          ...{ plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '100', duration: 7 },
        })
        return (await who.get('/api/histories')).body.investments[0] as { id: string; created_at: string }
      }
      const bonuses = async () => ((await owner.get('/api/admin/referrals')).body.items as unknown[]).length
      const before = await invest(early)
      await owner.must(`/api/approve-investment/${before.id}`)
      expect(await bonuses()).toBe(1)
      expect((await close(ole)).body.message).toContain('A referral bonus of yours')
      // its investment goes back to pending, and the bonus is held with it
      const put = (status: string, amount: string) =>
        owner.must(`/api/update-investment/${before.id}`, { amount, date: before.created_at, status, reason: 'A test' })
      await put('pending', '100')
      const waiting = await invest(later)
      expect(await status(close(ole))).toBe(200)
      await owner.must(`/api/approve-investment/${waiting.id}`)
      await put('approved', '200')
      expect(await bonuses()).toBe(1)
      const [bonus] = (await owner.get('/api/admin/referrals')).body.items
      expect([bonus.status, bonus.amount]).toEqual(['declined', '5.00'])
      await daysPass(house, 8)
      expect((await later.get('/api/histories')).body.investments[0].status).toBe('completed')
      expect(await bonuses()).toBe(1)
      expect(await house.problems()).toEqual([])
    })

    test('takes the names of addresses with it, also of those that were removed before', async () => {
      const pam = await joined('pam')
      for (const [address, address_name] of [
        [THEIR_BITCOIN, 'Mother’s ledger'],
        [SOMEBODYS_BITCOIN, 'Cold'],
      ]) {
        await pam.must('/api/save-address', { network: 'bitcoin', address, address_name })
      }
      const [{ id }] = (await pam.get('/api/withdrawal-conditions')).body.addresses
      await pam.must(`/api/remove-address/${id}`)
      const names = () =>
        house.app.db.selectFrom('payout_address').select(['name', 'removed_at']).where('user_id', '=', pam.id).execute()
      expect((await names()).filter(({ name }) => name !== null)).toHaveLength(2)
      expect(await status(close(pam))).toBe(200)
      expect((await names()).map(({ name, removed_at }) => [name, removed_at !== null])).toEqual([
        [null, true],
        [null, true],
      ])
    })

    test('is not for administrators, and not for somebody who has something open', async () => {
      const quin = await joined('quin')
      await giveRoles(owner, quin, ['support'])
      expect(await status(close(quin))).toBe(403)
      const ray = await joined('ray')
      await owner.must(`/api/topup-user/${ray.id}`, { amount: '20', account: 'earnings' })
      const to = {
        wallet_name: 'Bitcoin',
        wallet_address: THEIR_BITCOIN,
      }
      await ray.must('/api/withdraw', { amount: '20', source: 'investment', ...to })
      expect((await close(ray)).body.message).toContain('A withdrawal of yours')
    })
  })

  test('accepting roles brings another session, and the old one is nobody’s', async () => {
    const sam = await joined('sam')
    const before = new Map(sam.cookies)
    const bearer = sam.bearer
    await giveRoles(owner, sam, ['support'])
    expect(await status(sam.get('/api/user'))).toBe(200)
    const stolen = house.visitor()
    for (const [name, value] of before) stolen.cookies.set(name, value)
    stolen.bearer = bearer
    expect(await status(stolen.get('/api/user'))).toBe(401)
  })

  test('a further role that somebody else gives ends every session, and one that they take ends none', async () => {
    const tim = await joined('tim')
    await giveRoles(owner, tim, ['support'])
    const other = await elsewhere(tim)
    const set = (...roles: string[]) => owner.must(`/api/set-roles/${tim.id}`, { roles })
    await set('support', 'reviewer')
    expect([await status(tim.get('/api/user')), await status(other.get('/api/user'))]).toEqual([401, 401])
    await tim.newestMessage('.eml', tim.email, /You were signed out everywhere\./)
    await tim.signIn(tim.email, PASSWORD)
    expect((await tim.get('/api/user')).body.user.roles).toEqual(['reviewer', 'support'])
    await set('support')
    expect((await tim.get('/api/user')).body.user.roles).toEqual(['support'])
  })
})

test('what ends at one of three processes has ended at all of them', async () => {
  const house = await startTestApp()
  const others = [await house.second(), await house.second()]
  try {
    const tess = house.visitor()
    await tess.join('tess')
    const other = house.visitor()
    await other.signIn(tess.email, PASSWORD)
    const everywhere = [other, ...others.map(({ visitor }) => other.at(visitor().url))]
    const answers = () => Promise.all(everywhere.map(async (who) => (await who.get('/api/user')).status))
    expect(await answers()).toEqual([200, 200, 200])
    const { items } = (await tess.get('/api/sessions')).body
    const { id } = items.find(({ current }: { current: boolean }) => !current)
    await tess.at(others[0]?.visitor().url ?? '').must(`/api/end-session/${id}`)
    expect(await answers()).toEqual([401, 401, 401])
    // whoever was there at one of them was there for all
    await house.clock.move(50 * MINUTE, { away: true })
    const there = [tess, ...others.map(({ visitor }) => tess.at(visitor().url))]
    expect((await there[2]?.get('/api/user'))?.status).toBe(200)
    const seen = async () => (await tess.get('/api/sessions')).body.items?.[0]?.seen_at
    await expect.poll(seen).toBe(house.clock.now().toISOString())
    await house.clock.move(50 * MINUTE, { away: true })
    expect((await there[1]?.get('/api/user'))?.status).toBe(200)
    await house.clock.move(DAY, { away: true })
    expect(await Promise.all(there.map(async (who) => (await who.get('/api/user')).status))).toEqual([401, 401, 401])
  } finally {
    for (const { stop } of others) await stop()
    await house.close()
  }
})

test('by https every cookie is bound to its host, and one without the prefix opens nothing', async () => {
  const house = await startTestApp({ env: { APP_URL: 'https://plumb.test' } })
  try {
    const una = house.visitor()
    const set: string[] = []
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
      const response = await fetch(...asked)
      set.push(...response.headers.getSetCookie())
      return response
    })
    await una.join('una')
    vi.unstubAllGlobals()
    expect(set.length).toBeGreaterThan(3)
    for (const cookie of set)
      expect(cookie).toMatch(/^__Host-(?=.*; Path=\/)(?=.*; Secure)(?=.*; SameSite=Strict)(?!.*Domain)/)
    expect((await una.get('/api/user')).status).toBe(200)
    const plain = una.at(una.url)
    plain.cookies.clear()
    for (const [name, value] of una.cookies) plain.cookies.set(name.replace('__Host-', ''), value)
    expect((await plain.get('/api/user')).status).toBe(401)
  } finally {
    vi.unstubAllGlobals()
    await house.close()
  }
})
