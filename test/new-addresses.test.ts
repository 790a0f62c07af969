/** What a thief in an investor's session meets: a new address is confirmed by mail, and waits; over HTTP, by the real mail. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '#kit/clock.ts'
import { OUR_BITCOIN, SOMEBODYS_BITCOIN, THEIR_BITCOIN } from './support/addresses.ts'
import { openHeldHouse } from './support/held-house.ts'
import { opened } from './support/opened.ts'
import { giveRoles } from './support/roles.ts'
import type { Visitor } from './support/visitor.ts'

const held = opened(openHeldHouse)
afterAll(async () => expect(await held.house.problems()).toEqual([]))

const ask = (who: Visitor, more: Record<string, string> = {}) =>
  who.post('/api/withdraw', {
    ...{ amount: '10', source: 'investment', wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin', ...more },
  })
const newest = async (who: Visitor) => (await who.get('/api/histories')).body.withdrawals[0]
const conditions = async (who: Visitor) => (await who.get('/api/withdrawal-conditions')).body
const balance = async (who: Visitor) => (await who.get('/api/balance')).body.account_balance

/** The two links of the newest mail about an address. */
async function linksTo(
  who: Visitor,
  containing = /mail-link/,
): Promise<{ confirm: string; cancel: string; mail: string }> {
  const mail = await who.newestMessage('.eml', who.email, containing)
  const tokens = [
    ...mail.replaceAll('=\r\n', '').matchAll(/^http:\/\/localhost\/mail-link\?token=(?:3D)?([\w-]{43})\s*$/gm),
  ]
  return { confirm: tokens[0]?.[1] ?? '', cancel: tokens[1]?.[1] ?? '', mail }
}

describe('a withdrawal to a new address', () => {
  test('is accepted and held, and approved only once it is confirmed and 24 hours are over', async () => {
    const amy = await held.anInvestor('amy')
    const asked = await ask(amy, { address_name: 'My ledger' })
    expect(asked.body.message).toBe(
      'Your withdrawal has been requested. This address is new: confirm it by the link that we have mailed you. ' +
        'It is then held for at least 24 hours.',
    )
    const { id, created_at, held: hold } = await newest(amy)
    const until = new Date(held.house.clock.now().getTime() + 24 * HOUR)
    expect(hold).toMatchObject({ confirmed: false, until: until.toISOString() })
    const approve = () => held.owner.post(`/api/approve-withdrawal/${id}`)
    expect(await approve()).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/hasn’t confirmed this address yet.*begins once it is confirmed\.$/) },
    })

    const { confirm } = await linksTo(amy)
    await held.house.visitor().must('/api/confirm-address', { token: confirm })
    expect((await newest(amy)).held.confirmed).toBe(true)
    await held.house.clock.move(24 * HOUR - 1)
    expect((await approve()).body.message).toMatch(/^This address is new, and its hold isn’t over\./)
    const edit = { amount: '10', date: created_at, status: 'completed', reason: 'Straight on' }
    expect((await held.owner.post(`/api/update-withdrawal/${id}`, edit)).status).toBe(409)
    await held.house.clock.move(1)
    expect((await approve()).status).toBe(200)

    // from now on nobody is asked about it
    expect((await ask(amy)).body.message).toContain('The amount is held until it has been reviewed.')
    expect((await newest(amy)).held).toBeNull()
    expect((await held.owner.post(`/api/approve-withdrawal/${(await newest(amy)).id}`)).status).toBe(200)
  })

  test('that nobody confirms is not approved however long it waits, and not by the edit that pays it', async () => {
    const bea = await held.anInvestor('bea')
    await ask(bea)
    await held.house.clock.move(240 * HOUR)
    const { id, created_at } = await newest(bea)
    for (const status of ['approved', 'completed']) {
      const edit = { amount: '10', date: created_at, status, reason: 'Straight on' }
      expect((await held.owner.post(`/api/update-withdrawal/${id}`, edit)).status).toBe(409)
    }
    expect((await held.owner.post(`/api/approve-withdrawal/${id}`)).status).toBe(409)
    // nor by whoever comes by the owner's own connection
    const statement = `UPDATE withdrawal SET status = 'approved' WHERE id = $1`
    await expect(held.books.query(statement, [id])).rejects.toMatchObject({ code: 'PLB21' })
    expect((await newest(bea)).status).toBe('pending')
  })

  test('is mailed with the engraving of the account, where to and how much, and what a name says stays text', async () => {
    const cal = await held.anInvestor('cal')
    for (const wrong of ['<b>x</b>', '[safe](https://evil.test)', 'evil.test', 'a\nb', '']) {
      const refused = await ask(cal, { address_name: wrong })
      expect([wrong, refused.status]).toEqual([wrong, 422])
    }
    expect((await conditions(cal)).addresses).toEqual([])
    await ask(cal, { address_name: "Cal's #1 (cold) + safe" })
    const { mail } = await linksTo(cal)
    const text = mail.replaceAll('=\r\n', '')
    expect(text).toContain('A withdrawal of $10.00 from your Plumb account was requested to a new address.')
    expect(text).toContain(`Address: ${THEIR_BITCOIN}`)
    expect(text).toContain("Name: Cal's #1 (cold) + safe")
    expect(text).toContain('Content-Type: image/png; name=engraving.png')
    expect(text).toContain('<img src=3D"cid:engraving@plumb"')
  })

  test('is cancelled by the link of the mail, once, by whoever has lost the session, and by no GET', async () => {
    const dan = await held.anInvestor('dan')
    await ask(dan)
    const { cancel, confirm } = await linksTo(dan)
    const stranger = held.house.visitor()
    expect((await stranger.get(`/mail-link?token=${cancel}`)).status).toBe(200)
    expect((await stranger.get(`/api/cancel-by-link?token=${cancel}`)).status).toBe(404)
    expect((await newest(dan)).status).toBe('pending')
    expect(await stranger.must('/api/check-mail-link', { token: cancel })).toMatchObject({
      link: { kind: 'cancel withdrawal', amount: '10.00', address: THEIR_BITCOIN },
    })
    // each is good for its own purpose alone
    expect((await stranger.post('/api/cancel-by-link', { token: confirm })).status).toBe(422)
    expect((await stranger.post('/api/confirm-address', { token: cancel })).status).toBe(422)
    await stranger.must('/api/cancel-by-link', { token: cancel })
    const cancelled = await newest(dan)
    expect([cancelled.status, cancelled.reason]).toEqual(['declined', 'cancelled by investor'])
    expect(await balance(dan)).toBe('100.00')
    expect((await stranger.post('/api/cancel-by-link', { token: cancel })).status).toBe(422)
    expect((await stranger.must('/api/check-mail-link', { token: cancel })).link).toBeNull()
    expect(await balance(dan)).toBe('100.00')
  })

  test('has links that end after seven days, and that no guess opens', async () => {
    const eve = await held.anInvestor('eve')
    await ask(eve)
    const { cancel, confirm } = await linksTo(eve)
    await held.house.clock.move(7 * 24 * HOUR)
    for (const [call, token] of [
      ['confirm-address', confirm],
      ['cancel-by-link', cancel],
      ['confirm-address', 'x'],
      ['cancel-by-link', confirm.toLowerCase()],
    ]) {
      expect((await held.house.visitor().post(`/api/${call}`, { token })).status).toBe(422)
    }
    // the owner of the account gets another link, and nobody else does
    const [{ id }] = (await conditions(eve)).addresses
    const other = await held.anInvestor('eva')
    expect((await other.post(`/api/mail-address-link/${id}`)).status).toBe(404)
    expect((await other.post(`/api/remove-address/${id}`)).status).toBe(404)
    await eve.must(`/api/mail-address-link/${id}`)
    const again = await linksTo(eve, /A new withdrawal address was saved/)
    await held.house.visitor().must('/api/confirm-address', { token: again.confirm })
    expect((await newest(eve)).held.confirmed).toBe(true)
    expect((await eve.post(`/api/mail-address-link/${id}`)).status).toBe(409)
  })

  test('has one winner when it is confirmed, approved, cancelled and cancelled by link at once', async () => {
    const fay = await held.anInvestor('fay')
    for (let round = 0; round < 6; round += 1) {
      const wallet_address = THEIR_BITCOIN
      await ask(fay, { wallet_address, amount: '1' })
      const { id } = await newest(fay)
      const first = round === 0
      const { cancel, confirm } = first ? await linksTo(fay) : { cancel: '', confirm: '' }
      if (first) await held.house.clock.move(24 * HOUR)
      const answers = await Promise.all([
        ...(first ? [held.house.visitor().post('/api/confirm-address', { token: confirm })] : []),
        ...(first ? [held.house.visitor().post('/api/cancel-by-link', { token: cancel })] : []),
        ...(first ? [held.house.visitor().post('/api/cancel-by-link', { token: cancel })] : []),
        fay.post(`/api/cancel-withdrawal/${id}`),
        held.owner.post(`/api/approve-withdrawal/${id}`),
      ])
      const decided = answers.slice(first ? 1 : 0).filter(({ status }) => status === 200)
      expect(decided.length).toBe(1)
      expect(['approved', 'declined']).toContain((await newest(fay)).status)
      for (const { status } of answers) expect([200, 409, 422]).toContain(status)
    }
    const { rows } = await held.books.query(
      `SELECT count(*)::int AS held FROM withdrawal WHERE user_id = $1 AND status = 'pending'`,
      [fay.id],
    )
    expect(rows).toEqual([{ held: 0 }])
  })

  test('is one of ten in an hour, each mailed with its links, so that none is asked for unseen; all to one address are one entry', async () => {
    const gus = await held.anInvestor('gus')
    const many = await Promise.all(Array.from({ length: 30 }, () => ask(gus, { amount: '0.10' })))
    const statuses = many.map(({ status }) => status).toSorted((one, other) => one - other)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), ...Array.from({ length: 20 }, () => 429)])
    expect((await conditions(gus)).addresses).toHaveLength(1)
    const { rows } = await held.books.query(
      `SELECT count(*)::int AS mails FROM message WHERE receiver = $1 AND rosette_of IS NOT NULL`,
      [gus.email],
    )
    expect(rows).toEqual([{ mails: 10 }])
  })
})

describe('the address book', () => {
  test('keeps each address once, however it is written, under a name of its own, until it is removed', async () => {
    const hal = await held.anInvestor('hal')
    const save = (address: string, address_name: string, network = 'bitcoin') =>
      hal.post('/api/save-address', { network, address, address_name })
    expect((await save(THEIR_BITCOIN, 'Cold')).body.message).toContain('We have mailed you a link to confirm it.')
    expect((await save(THEIR_BITCOIN.toUpperCase(), 'Other')).body.errors).toHaveProperty('address')
    expect((await save(SOMEBODYS_BITCOIN, 'cold')).body.errors).toHaveProperty('address_name')
    expect((await save(OUR_BITCOIN, 'Yours')).body.errors).toHaveProperty('address')
    expect((await save('not one', 'Nothing')).body.errors).toHaveProperty('address')
    expect((await save(SOMEBODYS_BITCOIN, 'Elsewhere', 'dogecoin')).body.errors).toHaveProperty('network')
    const [entry, ...others] = (await conditions(hal)).addresses
    expect(others).toEqual([])
    expect(entry).toMatchObject({ name: 'Cold', address: THEIR_BITCOIN, network: 'bitcoin', confirmed: false })

    await ask(hal)
    expect((await hal.post(`/api/remove-address/${entry.id}`)).status).toBe(409)
    await hal.must(`/api/cancel-withdrawal/${(await newest(hal)).id}`)
    await hal.must(`/api/remove-address/${entry.id}`)
    // its owner is told, also where somebody else has done it
    await hal.newestMessage('.eml', hal.email, /The\s+Bitcoin\s+address\s+called\s+Cold\s+was\s+removed/)
    expect((await conditions(hal)).addresses).toEqual([])
    // a link of what was removed confirms nothing, and the address is new again
    const { confirm } = await linksTo(hal)
    expect((await held.house.visitor().post('/api/confirm-address', { token: confirm })).status).toBe(422)
    expect((await save(THEIR_BITCOIN, 'Cold')).status).toBe(200)
    expect((await conditions(hal)).addresses[0].confirmed).toBe(false)
  })

  test('is kept whole when it is saved ten times at once', async () => {
    const ida = await held.anInvestor('ida')
    const body = { network: 'bitcoin', address: THEIR_BITCOIN, address_name: 'Once' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => ida.post('/api/save-address', body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(9)
    expect((await conditions(ida)).addresses).toHaveLength(1)
  })
})

describe('limits of 24 hours', () => {
  let second: Visitor
  beforeAll(async () => {
    second = held.house.visitor()
    await second.join('second')
    await giveRoles(held.owner, second, ['owner'])
  })
  const set = async (value: string | null) => {
    const asked = await held.owner.post('/api/update-setting/withdrawal_limit_none', { value, reason: 'As agreed' })
    if (asked.status === 202) await second.must(`/api/agree-approval/${asked.body.approval_id}`)
  }

  test('are said before and where they refuse, with what is left and when there is more', async () => {
    const jon = await held.anInvestor('jon')
    expect((await conditions(jon)).limit).toBeNull()
    await set('25')
    expect((await conditions(jon)).limit).toEqual({ amount: '25.00', left: '25.00', more_at: null })
    expect((await ask(jon, { amount: '25.01' })).body.errors).toEqual({
      amount: ['You can withdraw up to $25.00 in 24 hours.'],
    })
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(jon, { amount: '10' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    const from = held.house.clock.now()
    expect((await conditions(jon)).limit).toEqual({
      ...{ amount: '25.00', left: '5.00', more_at: new Date(from.getTime() + 24 * HOUR).toISOString() },
    })
    expect((await ask(jon, { amount: '6' })).body.message).toMatch(
      /^You can withdraw up to \$25\.00 in 24 hours: \$5\.00 is left for now\.$/,
    )
    // what is declined no longer counts
    await jon.must(`/api/cancel-withdrawal/${(await newest(jon)).id}`)
    expect((await ask(jon, { amount: '15' })).status).toBe(200)
    await held.house.clock.move(24 * HOUR)
    expect((await ask(jon, { amount: '25' })).status).toBe(200)
    await set(null)
    expect((await conditions(jon)).limit).toBeNull()
  })

  test('count from when a withdrawal was asked for and as much as was typed, whatever one administrator corrects', async () => {
    const kay = await held.anInvestor('kay')
    await set('50')
    expect((await ask(kay, { amount: '50' })).status).toBe(200)
    const from = held.house.clock.now()
    const { id, created_at } = await newest(kay)
    const correct = (changed: { date?: string; amount?: string }) =>
      second.must(`/api/update-withdrawal/${id}`, {
        ...{ amount: '50', date: created_at, status: 'pending', reason: 'Asked for by phone', ...changed },
      })
    const dayBefore = new Date(from.getTime() - 30 * HOUR).toISOString()
    for (const changed of [{ date: dayBefore }, { amount: '1' }]) {
      await correct(changed)
      expect((await ask(kay, { amount: '1' })).body.errors, JSON.stringify(changed)).toHaveProperty('amount')
    }
    await held.house.clock.move(HOUR)
    expect((await conditions(kay)).limit).toEqual({
      ...{ amount: '50.00', left: '0.00', more_at: new Date(from.getTime() + 24 * HOUR).toISOString() },
    })
    await held.house.clock.move(23 * HOUR)
    expect((await ask(kay, { amount: '50' })).status).toBe(200)
    await set(null)
  })
})

describe('a word of the investor’s own', () => {
  test('stands in every mail to them, in nobody else’s, and in no list, log or copy of the database', async () => {
    const [kim, lea] = [await held.anInvestor('kim'), await held.anInvestor('lea')]
    for (const wrong of ['ab', '<b>blue</b>', 'evil.test/x', 'https://evil.test', 'a'.repeat(41), 'two\nlines']) {
      const refused = await kim.post('/api/mail-word', { word: wrong })
      expect([wrong, refused.status]).toEqual([wrong, 422])
    }
    expect((await kim.get('/api/mail-word')).body.word).toBeNull()
    await kim.must('/api/mail-word', { word: '  Blue   canary 77 ' })
    expect((await kim.get('/api/mail-word')).body.word).toBe('Blue canary 77')
    expect((await lea.get('/api/mail-word')).body.word).toBeNull()
    for (const who of [kim, lea]) await ask(who, { wallet_address: SOMEBODYS_BITCOIN })
    const [toKim, toLea] = [await linksTo(kim), await linksTo(lea)]
    expect(toKim.mail).toContain('Your word: Blue canary 77')
    expect(toKim.mail).toContain('<p>Your word: Blue canary 77</p>')
    expect(toLea.mail).not.toContain('canary')
    const plain = await kim.newestMessage(
      '.eml',
      kim.email,
      /A withdrawal of \$10\.00 from your account was (?:=\r\n)?requested/,
    )
    expect(plain).toContain('Your word: Blue canary 77')
    for (const path of [`/api/admin/users?q=kim`, `/api/view-user/${kim.id}`, `/api/admin/audit?q=${kim.id}`]) {
      const answer = await held.owner.get(path)
      expect([path, JSON.stringify(answer.body)]).not.toEqual([path, expect.stringContaining('canary')])
    }
    const { rows } = await held.books.query<{ row: string }>(
      `SELECT app_user::text AS row FROM app_user UNION ALL SELECT message::text FROM message UNION ALL SELECT audit_entry::text FROM audit_entry`,
    )
    expect(rows.filter(({ row }) => row.includes('canary'))).toEqual([])
    await kim.must('/api/mail-word', { word: null })
    expect((await kim.get('/api/mail-word')).body.word).toBeNull()
  })
})
