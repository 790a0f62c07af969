/** Lost second factors over HTTP: asking for help, an administrator's part, the wait, and everything that ends it. */
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#kit/clock.ts'
import { hashToken, newId, newSecret } from '#kit/ids.ts'
import { THEIR_BITCOIN } from './support/addresses.ts'
import { OWNER, startTestApp, type TestApp } from './support/app.ts'
import { TO_RACE } from './support/database.ts'
import { addApp, addPasskey, codeOf, signInByPasskey } from './support/factors.ts'
import { OF_CHANGE } from './support/held-house.ts'
import { askForCheckQuickly, prepareCheck } from './support/identity.ts'
import { giveRoles, invitationFor } from './support/roles.ts'
import { SoftAuthenticator } from './support/soft-authenticator.ts'
import type { Answer, Visitor } from './support/visitor.ts'
import { THOROUGH } from './support/thorough.ts'

const PASSWORD = 'correct horse battery'
const ANOTHER = 'a plumb line hangs straight'
const WAIT = 72 * HOUR
const REASON = { reason: 'The face on the call is that of the pictures.' }

let house: TestApp
let database: pg.Client
let owner: Visitor
let reviewer: Visitor
let people = 0

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' }, connections: TO_RACE })
  database = new pg.Client({ connectionString: house.databaseUrl })
  await database.connect()
  owner = await house.owner()
  reviewer = house.visitor()
  await reviewer.join('the-reviewer')
  await giveRoles(owner, reviewer, ['reviewer'])
})
afterAll(async () => {
  await database.end()
  await house.close()
})
// each test has limits and steps of time of its own, and administrators are there
beforeEach(async () => {
  await database.query('DELETE FROM rate_limit')
  await house.clock.move(2 * MINUTE)
  for (const who of [owner, reviewer]) await who.signIn(who.email, OWNER.password)
})

type Person = { who: Visitor; secret: string; check: string }

/**
 * Somebody with an authenticator app, whose identity check is approved: with pictures that can be looked at, or where
 * nobody has to look by a word in the database alone.
 */
async function somebody(approved: 'with pictures' | 'in name' | 'not' = 'with pictures'): Promise<Person> {
  const who = house.visitor()
  await who.join(`loser${(people += 1)}`)
  if (approved === 'with pictures') {
    await askForCheckQuickly(house, who)
    await owner.must(`/api/approve-kyc/${who.id}`, {})
  }
  if (approved === 'in name') await database.query(`UPDATE app_user SET kyc = 'approved' WHERE id = $1`, [who.id])
  const { secret } = await addApp(who, house.clock.now(), { password: PASSWORD })
  const { rows } = await database.query<{ id: string }>('SELECT id FROM identity_check WHERE user_id = $1', [who.id])
  return { who, secret, check: rows[0]?.id ?? '' }
}

/** A browser in which the right password was just typed for somebody's account. */
async function atTheFactor({ email }: Visitor, password = PASSWORD): Promise<Visitor> {
  const visitor = house.visitor()
  const answer = await visitor.signIn(email, password)
  expect(answer.body.message).toBe('factor')
  return visitor
}
const ask = async (visitor: Visitor, note = '') => visitor.post('/api/ask-factor-help', { note })
async function asked(person: Person, note = ''): Promise<string> {
  const browser = await atTheFactor(person.who)
  await browser.must('/api/ask-factor-help', { note })
  return (await helpOf(person)).id
}
const helpOf = async ({ who }: Person) => (await owner.get(`/api/admin/factor-help?user=${who.id}`)).body.items[0]
async function lookAt({ check }: Person, by: Visitor, sides = ['front', 'face']): Promise<void> {
  for (const side of sides) expect((await by.get(`/api/admin/check-document/${check}/${side}`)).status).toBe(200)
}
async function waiting(person: Person): Promise<string> {
  const id = await asked(person)
  await lookAt(person, reviewer)
  await reviewer.must(`/api/start-factor-wait/${id}`, REASON)
  // what is still on its way could come later
  const told = `SELECT count(*)::integer FROM factor_help JOIN message ON message.id = ANY(told)
    WHERE factor_help.id = $1 AND delivered_at IS NOT NULL`
  await expect.poll(async () => (await database.query(told, [id])).rows[0].count).toBe(2)
  return id
}
type Message = { channel: 'mail' | 'text'; state: 'delivered' | 'in a file' | 'waiting' | 'given up' }
/**
 * The same for whom nobody has to look, as the database has it, with what has become of the messages about it. Answers what
 * its second link has.
 */
async function waitingInName(
  person: Person,
  messages: Message[] = [{ channel: 'mail', state: 'delivered' }],
): Promise<string> {
  const id = await asked(person)
  const token = newSecret()
  const told = messages.map(() => newId())
  for (const [n, { channel, state }] of messages.entries()) {
    const [receiver, subject] = channel === 'mail' ? [person.who.email, 'A wait'] : [person.who.phone, null]
    const now = house.clock.now()
    await database.query(
      `INSERT INTO message (id, channel, receiver, subject, content, secret, markdown, created_at, next_try_at,
        delivered_at, given_up_at, to_file) VALUES ($1, $2, $3, $4, '', true, false, $5, 'infinity', $6, $7, $8)`,
      [
        ...[told[n], channel, receiver, subject, now],
        ...[state === 'delivered' || state === 'in a file' ? now : null, state === 'given up' ? now : null],
        state === 'in a file',
      ],
    )
  }
  await database.query(
    `UPDATE factor_help SET state = 'waiting', decided_by = $2, started_hash = $3, told = $4 WHERE id = $1`,
    [id, reviewer.id, hashToken(token), told],
  )
  return token
}
const stop = (token: string) => house.visitor().post('/api/stop-factor-help', { token })
async function linkTo({ who }: Person, containing = /asked for\s+help\.\s+If it was not you/): Promise<string> {
  const mail = await who.newestMessage('.eml', who.email, containing)
  return /stop-factor-help\?token=([\w-]{43})/.exec(mail)?.[1] ?? ''
}
const startedLink = (person: Person) => linkTo(person, /An administrator has looked/)
const finish = async () => {
  const job = house.app.jobs.find(({ name }) => name === 'remove lost factors')
  await job?.run()
}
const statesOf = async ({ who }: Person) =>
  (
    await database.query<{ state: string }>('SELECT state FROM factor_help WHERE user_id = $1 ORDER BY asked_at', [
      who.id,
    ])
  ).rows.map(({ state }) => state)
const mailsTo = async ({ who }: Person, subject: string) =>
  Number(
    (
      await database.query('SELECT count(*) FROM message WHERE receiver = $1 AND subject LIKE $2', [
        who.email,
        `%${subject}%`,
      ])
    ).rows[0].count,
  )
const acts = async ({ who }: Person) =>
  (
    await database.query<{ action: string }>('SELECT action FROM audit_entry WHERE subject_id = $1 ORDER BY id', [
      who.id,
    ])
  ).rows.map(({ action }) => action)
const factorsIn = async ({ who }: Person) =>
  (await database.query('SELECT factors FROM app_user WHERE id = $1', [who.id])).rows[0].factors

describe('asking for help', () => {
  test('is for whoever’s password was just right; the owner is mailed a link at once, and asking again does nothing more', async () => {
    const amy = await somebody()
    expect((await ask(house.visitor())).status).toBe(401)
    const browser = await atTheFactor(amy.who)
    const first = await ask(browser, '  Call me: +1 202 555 0100 after six  ')
    const again = await ask(browser, 'another note')
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect(await statesOf(amy)).toEqual(['open'])
    expect(await helpOf(amy)).toMatchObject({
      ...{
        state: 'open',
        note: 'Call me: +1 202 555 0100 after six',
        looked: false,
        told: null,
        ends_at: null,
        started_by: null,
      },
      user: { id: amy.who.id, email: amy.who.email },
    })
    expect(await linkTo(amy)).toMatch(/^[\w-]{43}$/)
    expect(await mailsTo(amy, 'lost the second factor')).toBe(1)
    expect(await acts(amy)).toContain('ask for factor help')
    // the attempt is as good as before
    await house.clock.move(MINUTE)
    const code = codeOf(amy.secret, house.clock.now())
    expect((await browser.post('/api/login-factor', { code })).status).toBe(200)
    const late = await atTheFactor(amy.who)
    await house.clock.move(5 * MINUTE)
    expect((await ask(late)).status).toBe(401)
  })

  test('a hundred at once make one request and one mail', THOROUGH, async () => {
    const amy = await somebody('in name')
    const browsers = await Promise.all([1, 2, 3, 4].map(() => atTheFactor(amy.who)))
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => ask(browsers[n % 4] as Visitor)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await statesOf(amy)).toEqual(['open'])
    expect(await mailsTo(amy, 'lost the second factor')).toBe(1)
  })

  test('is refused in words for whom nobody could recognise, for an owner, and with a note that is too long', async () => {
    const unknown = await somebody('not')
    const browser = await atTheFactor(unknown.who)
    const refused = await ask(browser)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('never checked')])
    expect((await ask(browser, 'x'.repeat(501))).status).toBe(422)
    expect(await statesOf(unknown)).toEqual([])
    const boss = await somebody('in name')
    await giveRoles(owner, boss.who, ['owner'])
    const asOwner = await ask(await atTheFactor(boss.who))
    expect([asOwner.status, asOwner.body.message]).toEqual([409, expect.stringContaining('npm run owner')])
    await database.query(`UPDATE app_user SET roles = '{}' WHERE id = $1`, [boss.who.id])
  })

  test('is not to be had with one’s own face: no identity check is handed in from a copied session, without the factor', async () => {
    const person = await somebody('not')
    await house.clock.move(10 * MINUTE)
    const copy = person.who.at(person.who.url)
    await prepareCheck(copy)
    const handedIn = await copy.post('/api/kyc', {})
    expect([handedIn.status, handedIn.body.step_up]).toEqual([403, ['authenticator']])
    expect((await person.who.get('/api/kyc')).body.state).toBe('none')
    expect((await owner.post(`/api/approve-kyc/${person.who.id}`, {})).status).toBe(409)
    await person.who.must('/api/step-up', { code: codeOf(person.secret, house.clock.now()) })
    await person.who.must('/api/kyc', {})
  })

  test('is taken five times a day, and a stranger who uses that up leaves the owner theirs', async () => {
    const amy = await somebody('in name')
    for (let n = 0; n < 5; n += 1) {
      const id = await asked(amy)
      await reviewer.must(`/api/refuse-factor-help/${id}`, REASON)
    }
    const stranger = await atTheFactor(amy.who)
    const sixth = await ask(stranger)
    expect([sixth.status, sixth.headers.has('retry-after')]).toEqual([429, true])
    const known = amy.who
    await known.get('/sanctum/csrf-cookie')
    await known.post('/api/login', { email: known.email, password: PASSWORD })
    expect((await ask(known)).status).toBe(200)
  })
})

describe('an administrator', () => {
  test('begins the wait only after a look at every picture since they were asked; support, strangers and the person never', async () => {
    const amy = await somebody()
    await lookAt(amy, reviewer)
    await house.clock.move(SECOND)
    const id = await asked(amy)
    const start = (by: Visitor, of = id) => by.post(`/api/start-factor-wait/${of}`, REASON)
    const unseen = await start(reviewer)
    expect([unseen.status, unseen.body.message]).toEqual([409, expect.stringContaining('every picture')])
    const whyNot = async (by: Visitor) =>
      (await by.get(`/api/admin/factor-help?user=${amy.who.id}`)).body.items[0].why_not
    expect(await whyNot(reviewer)).toBe(unseen.body.message)
    await lookAt(amy, reviewer, ['front'])
    expect((await start(reviewer)).status).toBe(409)
    // what somebody else has seen is not seen
    await lookAt(amy, owner)
    expect((await start(reviewer)).status).toBe(409)
    expect((await start(amy.who)).status).toBe(403)
    expect((await start(house.visitor())).status).toBe(401)
    expect((await start(owner, newId())).status).toBe(404)
    expect((await reviewer.post(`/api/start-factor-wait/${id}`, { reason: '' })).status).toBe(422)
    const check = (await owner.get(`/api/admin/checks?user=${amy.who.id}`)).body.items[0].id
    expect(await helpOf(amy)).toMatchObject({ state: 'open', looked: true, check_id: check })
    await lookAt(amy, reviewer, ['face'])
    expect(await whyNot(reviewer)).toBeNull()
    expect((await start(reviewer)).status).toBe(200)
    expect(await whyNot(owner)).toBe('The wait has begun already.')
    const ends = new Date(house.clock.now().getTime() + WAIT).toISOString()
    expect(await helpOf(amy)).toMatchObject({ state: 'waiting', started_by: 'the-reviewer', ends_at: ends })
    const words = /not\s+before/
    await amy.who.newestMessage('.eml', amy.who.email, words)
    await amy.who.newestMessage('.txt', amy.who.phone, words)
    expect((await start(reviewer)).status).toBe(409)
    expect((await start(owner)).status).toBe(409)
    const text = await amy.who.newestMessage('.txt', amy.who.phone, /stop-factor-help/)
    expect(text).toContain(await startedLink(amy))
    expect(await startedLink(amy)).not.toBe(await linkTo(amy))
  })

  test('whose check has no pictures left can be helped by nobody', async () => {
    const amy = await somebody()
    const id = await asked(amy)
    await database.query('DELETE FROM sealed_document WHERE user_id = $1', [amy.who.id])
    for (const words of ['No picture', 'isn’t approved']) {
      const { status, body } = await reviewer.post(`/api/start-factor-wait/${id}`, REASON)
      expect([status, body.message]).toEqual([409, expect.stringContaining(words)])
      // which is known before anything is sent
      expect(await helpOf(amy)).toMatchObject({ looked: null, why_not: body.message, check_id: null })
      await database.query(`UPDATE app_user SET kyc = 'rejected' WHERE id = $1`, [amy.who.id])
    }
  })

  test('refuses with a reason that is mailed, before the wait and during it', async () => {
    const amy = await somebody()
    const refuse = async (id: string) =>
      reviewer.must(`/api/refuse-factor-help/${id}`, { reason: 'Not the same face.' })
    await refuse(await asked(amy, 'a note'))
    await amy.who.newestMessage('.eml', amy.who.email, /Not the same face\./)
    await refuse(await waiting(amy))
    expect(await statesOf(amy)).toEqual(['refused', 'refused'])
    const { rows } = await database.query('SELECT note FROM factor_help WHERE user_id = $1', [amy.who.id])
    expect(rows).toEqual([{ note: null }, { note: null }])
    await house.clock.move(WAIT)
    await finish()
    expect(await factorsIn(amy)).toEqual(['authenticator'])
  })

  test('who has lost theirs is helped by an owner alone, of which every owner hears; nobody helps themselves', async () => {
    const sue = await somebody()
    await giveRoles(owner, sue.who, ['reviewer'])
    await house.clock.move(MINUTE)
    // before they ask: to prove it later ends the request
    await sue.who.must('/api/step-up', { code: codeOf(sue.secret, house.clock.now()) })
    const id = await asked(sue)
    for (const by of [reviewer, owner]) await lookAt(sue, by)
    expect((await reviewer.post(`/api/start-factor-wait/${id}`, REASON)).status).toBe(403)
    expect((await reviewer.post(`/api/refuse-factor-help/${id}`, REASON)).status).toBe(403)
    const own = await sue.who.post(`/api/refuse-factor-help/${id}`, REASON)
    expect([own.status, own.body.message]).toEqual([403, expect.stringContaining('your own request')])
    await owner.must(`/api/start-factor-wait/${id}`, REASON)
    await owner.newestMessage('.eml', OWNER.email, /second factors to be removed/)
    // made an owner meanwhile, they are helped on the machine
    await database.query(`UPDATE app_user SET roles = '{owner}' WHERE id = $1`, [sue.who.id])
    await house.clock.move(WAIT)
    await finish()
    expect([await statesOf(sue), await factorsIn(sue)]).toEqual([['ended'], ['authenticator']])
    await database.query(`UPDATE app_user SET roles = '{}' WHERE id = $1`, [sue.who.id])
  })

  test('of two at once one begins the wait, and one of two that begin and refuse comes first', THOROUGH, async () => {
    const amy = await somebody()
    const id = await asked(amy)
    for (const by of [reviewer, owner]) await lookAt(amy, by)
    const both = await Promise.all([owner, reviewer].map((by) => by.post(`/api/start-factor-wait/${id}`, REASON)))
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(await mailsTo(amy, 'will be removed')).toBe(1)
    const ben = await somebody()
    const other = await asked(ben)
    await lookAt(ben, owner)
    const [started, refused] = await Promise.all([
      owner.post(`/api/start-factor-wait/${other}`, REASON),
      reviewer.post(`/api/refuse-factor-help/${other}`, REASON),
    ])
    // refusing comes second where it does, and stops the wait that has begun
    expect([refused.status, [200, 409].includes(started.status)]).toEqual([200, true])
    expect(await statesOf(ben)).toEqual(['refused'])
  })

  test('finds who asks in a list, the first first, which investors do not see', async () => {
    const [amy, ben] = [await somebody('in name'), await somebody('in name')]
    await asked(amy)
    await house.clock.move(SECOND)
    await asked(ben)
    const { items } = (await reviewer.get('/api/admin/factor-help')).body
    const names = items.map((item: { user: { name: string } }) => item.user.name)
    expect(names.slice(-2)).toEqual([amy.who.name, ben.who.name])
    expect((await amy.who.get('/api/admin/factor-help')).status).toBe(403)
  })
})

describe('the wait', () => {
  test('ends after 72 hours and not a moment before: then the password alone signs in, and everybody else is out', async () => {
    const amy = await somebody()
    await amy.who.must('/api/make-recovery-codes')
    await waiting(amy)
    await house.clock.move(WAIT - 1)
    await house.visitor().must('/api/forgot-password', { email: amy.who.email })
    const mail = await amy.who.newestMessage('.eml', amy.who.email, /reset-password\?token=/)
    const token = /reset-password\?token=([\w-]+)/.exec(mail)?.[1]
    await finish()
    expect([await statesOf(amy), await factorsIn(amy)]).toEqual([['waiting'], ['authenticator', 'recovery code']])
    await house.clock.move(1)
    await finish()
    expect([await statesOf(amy), await factorsIn(amy)]).toEqual([['done'], []])
    await amy.who.newestMessage('.eml', amy.who.email, /All second factors and recovery codes/)
    await amy.who.newestMessage('.txt', amy.who.phone, /were removed\. Withdrawals are paused/)
    expect(await acts(amy)).toContain('remove lost factors')
    const reset = { token, password: ANOTHER, password_confirmation: ANOTHER }
    expect((await amy.who.post('/api/reset-password', reset)).status).toBe(422)
    const open = 'SELECT FROM session WHERE user_id = $1 AND ended_at IS NULL'
    expect((await database.query(open, [amy.who.id])).rowCount).toBe(0)
    const back = house.visitor()
    expect((await back.signIn(amy.who.email, PASSWORD)).body.message).toBe('ok')
    const withdrawal = { source: 'investment', amount: '20', wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' }
    const paused = await back.post('/api/withdraw', withdrawal)
    expect([paused.status, paused.body.message]).toEqual([409, expect.stringContaining('was recovered')])
    const late = await stop(await startedLink(amy))
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('too late')])
  })

  test('goes on while no message about it was delivered, and for 72 hours from when the first was', async () => {
    const amy = await somebody('in name')
    await waitingInName(amy, [
      { channel: 'mail', state: 'waiting' },
      { channel: 'text', state: 'given up' },
    ])
    await house.clock.move(WAIT)
    await finish()
    expect([await statesOf(amy), await factorsIn(amy)]).toEqual([['waiting'], ['authenticator']])
    expect(await helpOf(amy)).toMatchObject({ told: 'may yet' })
    const delivered = `UPDATE message SET delivered_at = $2 WHERE receiver = $1 AND delivered_at IS NULL`
    await database.query(delivered, [amy.who.email, house.clock.now()])
    const ends = new Date(house.clock.now().getTime() + WAIT).toISOString()
    expect(await helpOf(amy)).toMatchObject({ told: 'delivered', ends_at: ends })
    await house.clock.move(WAIT - 1)
    await finish()
    expect(await statesOf(amy)).toEqual(['waiting'])
    await house.clock.move(1)
    await finish()
    expect([await statesOf(amy), await factorsIn(amy)]).toEqual([['done'], []])
  })

  test.each<{ what: string; messages: Message[] }>([
    {
      what: 'no message about it can be delivered any more',
      messages: [
        { channel: 'mail', state: 'given up' },
        { channel: 'text', state: 'given up' },
      ],
    },
    {
      what: 'its mail was given up and its text message stands in a file, where nobody receives it',
      messages: [
        { channel: 'mail', state: 'given up' },
        { channel: 'text', state: 'in a file' },
      ],
    },
  ])('removes nothing where $what, and whoever began it is told', async ({ messages }) => {
    const amy = await somebody('in name')
    await waitingInName(amy, messages)
    expect(await helpOf(amy)).toMatchObject({ told: 'never' })
    await house.clock.move(WAIT)
    await finish()
    expect([await statesOf(amy), await factorsIn(amy)]).toEqual([['ended'], ['authenticator']])
    await reviewer.signIn(reviewer.email, OWNER.password)
    const { rows } = await database.query(
      'SELECT bold_value, status_text, subject_id FROM notification WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
      [reviewer.id],
    )
    expect(rows).toEqual([
      { bold_value: amy.who.name, status_text: 'ended: no message was delivered', subject_id: amy.who.id },
    ])
    // they may ask again
    expect((await ask(await atTheFactor(amy.who))).status).toBe(200)
  })

  test('is ended once by several processes at once', async () => {
    const amy = await somebody('in name')
    await waitingInName(amy)
    await house.clock.move(WAIT)
    await Promise.all(Array.from({ length: 8 }, finish))
    expect(await statesOf(amy)).toEqual(['done'])
    expect((await acts(amy)).filter((act) => act === 'remove lost factors')).toHaveLength(1)
    expect(await mailsTo(amy, 'account were removed')).toBe(1)
  })

  test('is either stopped or ended where both come at once, and what it says is what was done', THOROUGH, async () => {
    const outcomes = new Set<string>()
    for (let n = 0; n < 6; n += 1) {
      await owner.signIn(owner.email, OWNER.password)
      const amy = await somebody('in name')
      const link = await waitingInName(amy)
      await house.clock.move(WAIT)
      const stopping = n % 2 === 0 ? stop(link) : finish().then(() => stop(link))
      const [{ status }] = await Promise.all([stopping, finish()])
      const [state] = await statesOf(amy)
      outcomes.add(state ?? '')
      expect([status, state, await factorsIn(amy)]).toEqual(
        status === 200 ? [200, 'stopped', ['authenticator']] : [409, 'done', []],
      )
    }
    expect(outcomes).toContain('done')
  })
})

describe('the link', () => {
  test.each(['open', 'waiting'] as const)('stops a request that is %s, once, and by no GET', async (state) => {
    const amy = await somebody()
    if (state === 'open') await asked(amy)
    else await waiting(amy)
    for (const link of [await linkTo(amy), ...(state === 'waiting' ? [await startedLink(amy)] : [])]) {
      expect((await house.visitor().get(`/stop-factor-help?token=${link}`)).status).toBe(200)
      expect((await house.visitor().get(`/api/stop-factor-help?token=${link}`)).status).toBe(404)
    }
    expect(await statesOf(amy)).toEqual([state])
    const over = async (token: string) => (await house.visitor().must('/api/check-stop-link', { token })).over
    expect(await over('x')).toEqual({ stopped: false, message: expect.stringContaining('isn’t one of ours') })
    const link = await (state === 'open' ? linkTo(amy) : startedLink(amy))
    for (const wrong of [link.toLowerCase().replace(/^./, '_'), link.slice(1), 'x'])
      expect((await stop(wrong)).status).toBe(422)
    expect(await over(link)).toBeNull()
    const hundred = await Promise.all(Array.from({ length: 100 }, () => stop(link)))
    expect(hundred.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(hundred.filter(({ status }) => status === 409)).toHaveLength(99)
    expect(hundred.find(({ status }) => status === 409)?.body.message).toContain('stopped already')
    expect(await statesOf(amy)).toEqual(['stopped'])
    expect(await over(link)).toEqual({ stopped: true, message: 'The request was stopped already.' })
    expect((await acts(amy)).filter((act) => act === 'stop factor help')).toHaveLength(1)
    await amy.who.newestMessage('.eml', amy.who.email, /Whoever asked\s+knows your password/)
    await house.clock.move(WAIT)
    await finish()
    expect(await factorsIn(amy)).toEqual(['authenticator'])
  })

  test('once pressed lets nobody ask again with the same password', async () => {
    const amy = await somebody('in name')
    await asked(amy)
    await stop(await linkTo(amy))
    const refused = await ask(await atTheFactor(amy.who))
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('stopped by the owner')])
    await house.clock.move(SECOND)
    await amy.who.must('/api/change-password', {
      ...{ current_password: PASSWORD, password: ANOTHER, password_confirmation: ANOTHER },
    })
    expect((await ask(await atTheFactor(amy.who, ANOTHER))).status).toBe(200)
  })
})

describe('a request ends by itself', () => {
  type Ending = {
    does: string
    by: (person: Person) => Promise<unknown>
    before?: (person: Person) => Promise<unknown>
  }
  const must = async (answer: Promise<Answer>) => expect((await answer).status).toBe(200)
  const key = new SoftAuthenticator('http://localhost')
  let codes: string[] = []
  const changeEmail = async ({ who }: Person) => {
    const email = `new-${who.email}`
    await who.must('/api/begin-email-change', { email, password: PASSWORD })
    await who.must('/api/confirm-email-change', { code: await who.codeFrom('.eml', email) })
  }
  const endings: Ending[] = [
    {
      does: 'an administrator no longer trusts the password',
      by: async ({ who }) => owner.must(`/api/require-reset/${who.id}`, {}),
    },
    {
      does: 'the app is used to sign in',
      by: async ({ who, secret }) => {
        await house.clock.move(MINUTE)
        await must((await atTheFactor(who)).post('/api/login-factor', { code: codeOf(secret, house.clock.now()) }))
      },
    },
    {
      does: 'a recovery code is',
      before: async ({ who }) => {
        codes = (await who.must('/api/make-recovery-codes')).codes
      },
      by: async ({ who }) => must((await atTheFactor(who)).post('/api/login-factor', { recovery_code: codes[0] })),
    },
    {
      does: 'a passkey is',
      before: ({ who }) => addPasskey(who, key),
      by: () => must(signInByPasskey(house.visitor(), key)),
    },
    {
      does: 'a factor confirms something in a session',
      by: async ({ who, secret }) => {
        await house.clock.move(MINUTE)
        await must(who.post('/api/step-up', { code: codeOf(secret, house.clock.now()) }))
      },
    },
    { does: 'a factor is added', by: ({ who }) => addPasskey(who, new SoftAuthenticator('http://localhost')) },
    {
      does: 'the password is changed',
      by: ({ who }) =>
        must(
          who.post('/api/change-password', {
            ...{ current_password: PASSWORD, password: ANOTHER, password_confirmation: ANOTHER },
          }),
        ),
    },
    {
      does: 'the password is reset',
      by: async ({ who }) => {
        await house.visitor().must('/api/forgot-password', { email: who.email })
        const mail = await who.newestMessage('.eml', who.email, /reset-password\?token=/)
        const token = /reset-password\?token=([\w-]+)/.exec(mail)?.[1]
        const reset = { token, password: ANOTHER, password_confirmation: ANOTHER }
        await must(house.visitor().post('/api/reset-password', reset))
      },
    },
    { does: 'the email address is changed', by: changeEmail },
    {
      does: 'a change of it is taken back',
      before: async (person) => {
        await changeEmail(person)
        person.who.email = `new-${person.who.email}`
      },
      by: async ({ who }) => {
        const old = who.email.replace('new-', '')
        const token = OF_CHANGE.exec(await who.newestMessage('.eml', old, OF_CHANGE))?.[1]
        await must(house.visitor().post('/api/undo-contact-change', { token }))
      },
    },
    { does: 'the sign-in is blocked', by: ({ who }) => must(reviewer.post(`/api/block-user/${who.id}`, REASON)) },
    {
      does: 'the account is closed',
      by: ({ who }) => must(who.post('/api/close-account', { password: PASSWORD })),
    },
  ]
  test.each(endings)('when $does', async ({ by, before }) => {
    const amy = await somebody('in name')
    await before?.(amy)
    // a younger one says nothing of who proves it
    await database.query(`UPDATE authenticator SET created_at = created_at - interval '73 hours' WHERE user_id = $1`, [
      amy.who.id,
    ])
    await waitingInName(amy)
    await by(amy)
    expect(await statesOf(amy)).toEqual(['ended'])
    expect(await acts(amy)).toContain('end factor help')
    await house.clock.move(WAIT)
    const factors = await factorsIn(amy)
    await finish()
    expect(await factorsIn(amy)).toEqual(factors)
    expect(await acts(amy)).not.toContain('remove lost factors')
  })

  test(
    'when its person becomes an administrator, also where a factor has ended one before: an owner helps these',
    THOROUGH,
    async () => {
      const amy = await somebody()
      await asked(amy)
      await house.clock.move(MINUTE)
      await (await atTheFactor(amy.who)).must('/api/login-factor', { code: codeOf(amy.secret, house.clock.now()) })
      await waiting(amy)
      await owner.must('/api/invite-administrator', {
        email: amy.who.email,
        roles: ['reviewer'],
        reason: 'A colleague',
      })
      await house.clock.move(MINUTE)
      const back = await atTheFactor(amy.who)
      back.keepSession(await back.post('/api/login-factor', { code: codeOf(amy.secret, house.clock.now()) }))
      expect(await statesOf(amy)).toEqual(['ended', 'waiting'])
      await back.must('/api/accept-roles', { token: await invitationFor(amy.who) })
      expect(await statesOf(amy)).toEqual(['ended', 'ended'])
      await house.clock.move(WAIT)
      await finish()
      expect(await factorsIn(amy)).toEqual(['authenticator'])
    },
  )

  test('when its person is given another role', async () => {
    const amy = await somebody('in name')
    await giveRoles(owner, amy.who, ['support'])
    await waitingInName(amy)
    await owner.must(`/api/set-roles/${amy.who.id}`, { roles: ['reviewer', 'support'] })
    expect(await statesOf(amy)).toEqual(['ended'])
  })

  test('at the end of the wait, when it is an administrator’s and no owner’s work; of one that is, every owner hears', async () => {
    const [amy, ben] = [await somebody('in name'), await somebody('in name')]
    for (const person of [amy, ben]) await waitingInName(person)
    const by = 'UPDATE factor_help SET decided_by = $2 WHERE user_id = $1'
    await database.query(by, [ben.who.id, owner.id])
    // as roles that an older process gave
    const give = `UPDATE app_user SET roles = '{reviewer}' WHERE id = ANY($1)`
    await database.query(give, [[amy.who.id, ben.who.id]])
    const large = { amount: '5000', account: 'earnings' }
    const { body: begun } = await ben.who.post(`/api/topup-user/${amy.who.id}`, large)
    await house.clock.move(WAIT)
    await finish()
    expect([await statesOf(amy), await factorsIn(amy)]).toEqual([['ended'], ['authenticator']])
    expect([await statesOf(ben), await factorsIn(ben)]).toEqual([['done'], []])
    // whoever has the lost one may have asked for it
    const request = 'SELECT state, decision_reason FROM approval WHERE id = $1'
    expect((await database.query(request, [begun.approval_id])).rows).toEqual([
      { state: 'expired', decision_reason: `The second factors of ${ben.who.name} were removed.` },
    ])
    const told = `SELECT bold_value FROM notification WHERE user_id = $1 AND subject_id = ANY($2) AND status_text LIKE 'made by %'`
    const { rows } = await database.query(told, [owner.id, [amy.who.id, ben.who.id]])
    expect(rows).toEqual([{ bold_value: ben.who.name }])
  })
})

describe('the database', () => {
  const NOBODY = `'00000000-0000-7000-8000-000000000000'`
  let nobody = 0
  /** A request of somebody new, as the owner of the tables writes it. */
  async function row(set: Record<string, string> = {}): Promise<string> {
    const id = newId()
    const { rows } = await database.query<{ id: string }>('SELECT id FROM app_user ORDER BY id LIMIT 1 OFFSET $1', [
      (nobody += 1),
    ])
    const values: Record<string, string> = {
      ...{ id: `'${id}'`, user_id: `'${rows[0]?.id ?? ''}'`, asked_at: 'database_now()', asked_hash: `'${id}'` },
      ...set,
    }
    await database.query(`DELETE FROM factor_help WHERE user_id = ${values['user_id'] ?? ''} AND over_at IS NULL`)
    await database.query(
      `INSERT INTO factor_help (${Object.keys(values).join(', ')}) VALUES (${Object.values(values).join(', ')})`,
    )
    return id
  }
  const set = (id: string, what: string) => database.query(`UPDATE factor_help SET ${what} WHERE id = '${id}'`)
  const BY = `(SELECT id FROM app_user WHERE 'owner' = ANY (roles) ORDER BY id LIMIT 1)`
  const START = `state = 'waiting', decided_by = ${BY}, started_hash = gen_random_uuid()::text`
  const OVER = `over_at = database_now(), note = NULL`
  const FORWARD = { code: 'PLB11' }

  test('lets a request go forward alone, and begin open', async () => {
    for (const state of ['waiting', 'done', 'refused', 'stopped', 'ended']) {
      await expect(row({ state: `'${state}'`, over_at: 'database_now()' }), state).rejects.toMatchObject(FORWARD)
    }
    const id = await row()
    await expect(set(id, `state = 'done', ${OVER}`)).rejects.toMatchObject(FORWARD)
    await expect(set(id, 'by_holder = true')).rejects.toMatchObject({
      code: '23514',
      constraint: 'factor_help_by_holder',
    })
    await set(id, START)
    await expect(set(id, `state = 'open', started_at = NULL, ends_at = NULL`)).rejects.toMatchObject(FORWARD)
    await set(id, `state = 'stopped', ${OVER}`)
    for (const what of [`state = 'waiting', over_at = NULL`, `state = 'ended'`, `over_at = now()`, `note = 'x'`]) {
      await expect(set(id, what), what).rejects.toMatchObject(FORWARD)
    }
  })

  test('writes the 72 hours itself, once, and lets nobody shorten them or be done before', async () => {
    const id = await row()
    await set(id, `${START}, started_at = '2020-01-01', ends_at = '2020-01-01'`)
    const { rows } = await database.query(
      `SELECT ends_at = started_at + interval '72 hours' AS whole, started_at = database_now() AS now FROM factor_help WHERE id = '${id}'`,
    )
    expect(rows).toEqual([{ whole: true, now: true }])
    for (const what of [
      `ends_at = database_now()`,
      `started_at = started_at - interval '72 hours', ends_at = ends_at - interval '72 hours'`,
      `started_hash = 'another'`,
      `asked_hash = 'another'`,
      `asked_at = now()`,
      `user_id = ${BY}`,
    ]) {
      await expect(set(id, what), what).rejects.toMatchObject(FORWARD)
    }
    await house.clock.move(WAIT - 1)
    await expect(set(id, `state = 'done', ${OVER}`)).rejects.toMatchObject(FORWARD)
    await house.clock.move(1)
    await set(id, `state = 'done', ${OVER}`)
  })

  test('has one open request of somebody, keeps no note of what is over, and lets nobody decide on their own', async () => {
    const id = await row({ note: `'call me'` })
    const broken: Record<string, string> = {
      factor_help_over: `over_at = database_now(), note = NULL`,
      factor_help_forgotten: `state = 'ended', over_at = database_now()`,
      factor_help_decided: `state = 'refused', ${OVER}`,
      factor_help_by_another: `state = 'refused', ${OVER}, decided_by = user_id`,
      factor_help_note_check: `note = ''`,
      factor_help_state_check: `state = 'lost', ${OVER}`,
      factor_help_decided_by_fkey: `state = 'refused', ${OVER}, decided_by = ${NOBODY}`,
    }
    for (const [constraint, what] of Object.entries(broken)) {
      await expect(set(id, what), constraint).rejects.toMatchObject({ constraint })
    }
    const copy = (values: string) =>
      database.query(`INSERT INTO factor_help (id, user_id, asked_at, asked_hash, started_hash, decided_by, started_at, ends_at)
        SELECT ${values} FROM factor_help WHERE id = '${id}'`)
    const fresh = `gen_random_uuid(), user_id, asked_at, gen_random_uuid()::text`
    await expect(copy(`${fresh}, NULL, NULL::uuid, NULL::timestamptz, NULL::timestamptz`)).rejects.toMatchObject({
      constraint: 'factor_help_once',
    })
    await expect(
      copy(`gen_random_uuid(), ${BY}, asked_at, asked_hash, NULL, NULL::uuid, NULL::timestamptz, NULL::timestamptz`),
    ).rejects.toMatchObject({ constraint: 'factor_help_asked_hash_key' })
    await expect(
      copy(`gen_random_uuid(), ${NOBODY}, asked_at, 'h', NULL, NULL::uuid, NULL::timestamptz, NULL::timestamptz`),
    ).rejects.toMatchObject({ constraint: 'factor_help_user_id_fkey' })
    await expect(
      copy(`id, ${BY}, asked_at, 'h', NULL, NULL::uuid, NULL::timestamptz, NULL::timestamptz`),
    ).rejects.toMatchObject({
      constraint: 'factor_help_pkey',
    })
    await expect(copy(`gen_random_uuid(), ${BY}, asked_at, 'h', NULL, NULL::uuid, now(), now()`)).rejects.toMatchObject(
      {
        constraint: expect.stringMatching(/^factor_help_(decided|started|wait)$/),
      },
    )
    const other = await row()
    await set(id, START.replace('gen_random_uuid()::text', `'same'`))
    await expect(set(other, START.replace('gen_random_uuid()::text', `'same'`))).rejects.toMatchObject({
      constraint: 'factor_help_started_hash_key',
    })
  })

  test('lets the app write neither when a wait begins nor when it ends, and delete nothing', async () => {
    const { rows } = await database.query<{ columns: string[]; may_delete: boolean }>(
      `SELECT array_agg(attname::text ORDER BY attname) AS columns, has_table_privilege('plumb_app', 'factor_help', 'DELETE') AS may_delete
       FROM pg_attribute WHERE attrelid = 'factor_help'::regclass AND attnum > 0 AND has_column_privilege('plumb_app', attrelid, attnum, 'UPDATE')`,
    )
    const columns = ['by_holder', 'decided_by', 'note', 'over_at', 'started_hash', 'state', 'told']
    expect(rows).toEqual([{ columns, may_delete: false }])
  })
})
