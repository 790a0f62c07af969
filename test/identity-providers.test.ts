/** @module-tag thorough */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { askProvider } from '#kyc/ask-provider.ts'
import { builtInReview } from '#kyc/built-in-review.ts'
import type { IdentityProvider, ProviderOutcome } from '#kyc/provider.ts'
import { REASONS } from '#kyc/rules.ts'
import { checkSigned, SIGNED_BY, signEvent } from '#kyc/signed-event.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { addPasskey } from './support/factors.ts'
import { OF_FACTOR } from './support/held-house.ts'
import { askForCheck, prepareCheck, submitCheckOf } from './support/identity.ts'
import { anInvestor } from './support/people.ts'
import { importFiles, ofacXml } from './support/screening-lists.ts'
import { SoftAuthenticator } from './support/soft-authenticator.ts'
import type { Visitor } from './support/visitor.ts'

const SECRET = 'a secret that both sides know'
const BODY = 'application/json; charset=utf-8'

/** Somebody outside who looks at identities, over HTTP. */
class Outside {
  readonly checks = new Map<string, ProviderOutcome>()
  failing = false
  /** takes what it is handed, and its answer gets lost */
  losing = false
  /** whom it never takes */
  refused = ''
  private readonly server: Server = createServer((request, response) => {
    void this.answer(request).then(
      (body) => response.setHeader('content-type', BODY).end(JSON.stringify(body)),
      () => response.writeHead(500).end(),
    )
  })

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => void this.server.listen(0, '127.0.0.1', resolve))
  }

  close(): void {
    this.server.close()
  }

  /** How Plumb knows it. */
  provider(): IdentityProvider {
    const call = async (method: string, path: string, body?: unknown) => {
      const { port } = this.server.address() as AddressInfo
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...sent })
      if (!response.ok) throw new Error(`the provider answered ${response.status}`)
      return (await response.json()) as { reference: string } & ProviderOutcome
    }
    return {
      name: 'outside',
      start: async ({ checkId, details }) =>
        (await call('POST', '/checks', { checkId, name: details.legal_name })).reference,
      event(rawBody, headers, now) {
        const signature = checkSigned(SECRET, rawBody, headers, now)
        const { reference, ...outcome } = JSON.parse(Buffer.from(rawBody).toString()) as {
          reference: string
        } & ProviderOutcome
        return { reference, outcome, signature }
      },
      fetch: (reference) => call('GET', `/checks/${reference}`),
      erase: async ({ checkId }) => void (await call('DELETE', `/checks/ref-${checkId}`)),
    }
  }

  private async answer(request: IncomingMessage): Promise<unknown> {
    if (this.failing) throw new Error('not now')
    const reference = request.url?.split('/')[2] ?? ''
    if (request.method === 'POST') {
      const { checkId, name } = (await json(request)) as { checkId: string; name: string }
      if (name === this.refused) throw new Error('not this one')
      // begun twice it is the same check
      if (!this.checks.has(`ref-${checkId}`)) this.checks.set(`ref-${checkId}`, { state: 'submitted' })
      if (this.losing) throw new Error('lost on the way')
      return { reference: `ref-${checkId}` }
    }
    if (request.method === 'DELETE') return { erased: this.checks.delete(reference) }
    return this.checks.get(reference)
  }
}

describe('a provider of identity checks outside', () => {
  const outside = new Outside()
  let house: TestApp
  let owner: Visitor
  beforeAll(async () => {
    await outside.listen()
    house = await startTestApp({ identityProviders: [outside.provider()] })
    owner = await house.owner()
  })
  afterAll(async () => {
    await house.close()
    outside.close()
  })

  const joined = async (name: string, typed: Record<string, string> = {}) => {
    const visitor = house.visitor()
    await visitor.join(name)
    await prepareCheck(visitor, typed)
    await visitor.must('/api/kyc', {})
    return visitor
  }
  /** What the provider calls the newest check of somebody. */
  const referenceOf = async ({ id }: Visitor) =>
    `ref-${(await owner.get(`/api/admin/checks?user=${id}&limit=1`)).body.items[0].id}`
  const stateOf = async (who: Visitor) => (await who.get('/api/kyc')).body.state
  const seconds = () => String(Math.floor(house.clock.now().getTime() / 1000))
  const tell = async (body: string, headers: Record<string, string>, provider = 'outside') => {
    const response = await fetch(`${house.url}/api/kyc-event/${provider}`, {
      ...{ method: 'POST', body },
      headers: { 'content-type': BODY, ...headers },
    })
    return response.status
  }
  const tellOf = (reference: string, outcome: ProviderOutcome) => {
    const event = JSON.stringify({ reference, ...outcome })
    return tell(event, signed(event))
  }
  const signed = (body: string, time = seconds(), secret = SECRET) => ({
    [SIGNED_BY.time]: time,
    [SIGNED_BY.signature]: signEvent(secret, time, Buffer.from(body)),
  })

  test('is handed what was submitted, and decides by an event, once', async () => {
    const amy = await joined('amy')
    const amys = await referenceOf(amy)
    outside.failing = true
    await expect(house.runJobs()).rejects.toThrow(/records? failed/)
    outside.failing = false
    await house.runJobs()
    expect(outside.checks.get(amys)).toEqual({ state: 'submitted' })
    const event = JSON.stringify({ reference: amys, state: 'approved' })
    const headers = signed(event)
    const told = await Promise.all(Array.from({ length: 10 }, () => tell(event, headers)))
    expect(told.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect(await stateOf(amy)).toBe('approved')
    // another event does not take it back
    const other = JSON.stringify({ reference: amys, state: 'rejected', reason: 'No' })
    expect(await tell(other, signed(other))).toBe(200)
    expect(await stateOf(amy)).toBe('approved')
    const { items } = (await owner.get('/api/admin/audit?action=approve identity check')).body
    expect(items).toMatchObject([{ actor: null, job: 'identity provider outside' }])
  })

  test('is not believed where its event is forged, changed, old, of tomorrow, of somebody else or replayed', async () => {
    const ben = await joined('ben')
    const bens = await referenceOf(ben)
    await house.runJobs()
    const event = JSON.stringify({ reference: bens, state: 'approved' })
    const at = (milliseconds: number) => String(Math.floor((house.clock.now().getTime() + milliseconds) / 1000))
    const right = signed(event)
    const forged: [body: string, headers: Record<string, string>][] = [
      [event, {}],
      [event, signed(event, seconds(), 'another secret')],
      [`${event} `, right],
      [event.replace('approved', 'Approved'), right],
      [event, { ...right, [SIGNED_BY.time]: at(1000) }],
      [event, signed(event, at(-6 * MINUTE))],
      [event, signed(event, at(6 * MINUTE))],
      [event, { ...right, [SIGNED_BY.signature]: '' }],
      [event, { ...right, [SIGNED_BY.signature]: `${right[SIGNED_BY.signature]}0` }],
    ]
    for (const [body, headers] of forged) expect(await tell(body, headers), JSON.stringify(headers)).toBe(401)
    for (const provider of ['review', 'nobody', '../outside']) expect(await tell(event, right, provider)).toBe(404)
    const unknown = JSON.stringify({ reference: 'ref-of-nobody', state: 'approved' })
    expect(await tell(unknown, signed(unknown))).toBe(404)
    expect(await stateOf(ben)).toBe('submitted')
    expect(await tell(event, right)).toBe(200)
    await house.clock.move(11 * MINUTE)
    await house.runJobs()
    // forgotten by now, and too old
    expect(await tell(event, right)).toBe(401)
  })

  test('is asked where no event came, and erases what is erased here', async () => {
    const cleo = await joined('cleo')
    const cleos = await referenceOf(cleo)
    await house.runJobs()
    outside.checks.set(cleos, { state: 'rejected', reason: 'The document is blurred.' })
    await house.runJobs()
    expect((await cleo.get('/api/kyc')).body).toMatchObject({ state: 'rejected', reason: 'The document is blurred.' })
    await owner.must('/api/update-setting/kyc_keep_days', { value: '1', reason: 'A test' })
    await house.clock.move(25 * 60 * MINUTE)
    for (let rounds = 0; rounds < 2; rounds += 1) await house.runJobs()
    expect(outside.checks.has(cleos)).toBe(false)
  })

  test('erases a check as well that it has and whose start it was never heard to have taken', async () => {
    const joan = await joined('joan')
    const joans = await referenceOf(joan)
    outside.losing = true
    await expect(house.runJobs()).rejects.toThrow('1 record failed')
    outside.losing = false
    expect(outside.checks.has(joans)).toBe(true)
    // no other provider is handed what this one may have
    const asked: string[] = []
    const second = { ...outside.provider(), name: 'second', start: async () => String(asked.push('start')) }
    await askProvider({ db: house.app.db, clock: house.clock }, second)
    expect(asked).toEqual([])
    await owner.must(`/api/decline-kyc/${joans.slice('ref-'.length)}`, { code: 'other' })
    await house.clock.move(25 * 60 * MINUTE)
    for (let rounds = 0; rounds < 2; rounds += 1) await house.runJobs()
    expect(outside.checks.has(joans)).toBe(false)
  })

  test('knows each check of a person by itself: what it says of an old one changes nothing of a newer one', async () => {
    const finn = await joined('finn')
    const first = await referenceOf(finn)
    await house.runJobs()
    await tellOf(first, { state: 'rejected', reason: 'The document is blurred.' })
    await askForCheck(finn)
    const second = await referenceOf(finn)
    await house.runJobs()
    expect([second === first, outside.checks.get(second)]).toEqual([false, { state: 'submitted' }])
    // late, and with another opinion by now
    outside.checks.set(first, { state: 'approved' })
    expect(await tellOf(first, { state: 'approved' })).toBe(200)
    await house.runJobs()
    expect(await stateOf(finn)).toBe('submitted')
    expect(await tellOf(second, { state: 'approved' })).toBe(200)
    expect(await stateOf(finn)).toBe('approved')
    expect(await tellOf(first, { state: 'rejected', reason: 'No' })).toBe(200)
    expect(await stateOf(finn)).toBe('approved')
  })

  test('approves nothing that whoever had taken an account had handed in, once its owner has taken it back', async () => {
    const [noel, odin] = [await joined('noel'), await joined('odin')]
    const [noels, odins] = [await referenceOf(noel), await referenceOf(odin)]
    await house.runJobs()
    for (const who of [noel, odin]) {
      await addPasskey(who, new SoftAuthenticator('http://localhost'), { password: 'correct horse battery' })
      const mail = await owner.newestMessage('.eml', who.email, OF_FACTOR)
      const token = OF_FACTOR.exec(mail.replaceAll('=\r\n', ''))?.[1]
      await house.visitor().must('/api/undo-contact-change', { token })
    }
    // one by an event, the other where it is asked
    expect(await tellOf(noels, { state: 'approved' })).toBe(200)
    outside.checks.set(odins, { state: 'approved' })
    await house.clock.move(MINUTE)
    await house.runJobs()
    const { items } = (await owner.get('/api/admin/checks?limit=50')).body
    const standing = items.filter(({ user }: { user: { id: string } }) => [noel.id, odin.id].includes(user.id))
    expect(standing).toMatchObject([{ state: 'rejected' }, { state: 'rejected' }])
    const { rows } = await sql`SELECT kyc FROM app_user WHERE name IN ('noel', 'odin')`.execute(house.app.db)
    expect(rows).toEqual([{ kyc: 'rejected' }, { kyc: 'rejected' }])
  })

  test('is asked about every check in its turn, however many before it do not go on', async () => {
    const verbs = { clock: house.clock, write: <T>(verb: (tx: Tx) => Promise<T>) => transaction(house.app.db, verb) }
    const inTurn = async (rounds: number) => {
      for (let round = 0; round < rounds; round += 1) {
        await house.clock.move(MINUTE)
        await askProvider({ db: house.app.db, clock: house.clock }, outside.provider())
      }
    }
    const stuck: string[] = []
    for (let n = 0; n < 21; n += 1) {
      const investor = await anInvestor(house.app.db, { kyc: 'none' })
      await submitCheckOf(verbs, investor, { legal_name: 'Never Taken' })
      stuck.push(investor.userId)
    }
    await house.clock.move(SECOND)
    const reference = await referenceOf(await joined('gina-last'))
    outside.refused = 'Never Taken'
    try {
      for (let rounds = 0; rounds < 2; rounds += 1) {
        await expect(inTurn(1)).rejects.toThrow(/records? failed/)
      }
      expect(outside.checks.get(reference)).toEqual({ state: 'submitted' })
    } finally {
      outside.refused = ''
    }
    // and the same of those that it has
    await inTurn(2)
    const newest = await referenceOf(await joined('hugo-newest'))
    await inTurn(1)
    outside.checks.set(newest, { state: 'rejected', reason: 'Too dark' })
    await inTurn(2)
    expect((await owner.get(`/api/admin/checks/${newest.slice('ref-'.length)}`)).body.item.state).toBe('rejected')
    for (const id of stuck) await owner.must(`/api/decline-kyc/${id}`, { code: 'other' })
  })

  test('rejects nobody without a word', async () => {
    const ivy = await joined('ivy')
    await house.runJobs()
    expect(await tellOf(await referenceOf(ivy), { state: 'rejected', reason: ' ' })).toBe(200)
    expect((await ivy.get('/api/kyc')).body).toMatchObject({ state: 'rejected', reason: REASONS.other })
  })

  test('is heard once a match with a list is cleared, although its event was taken before', async () => {
    const list = ofacXml([{ uid: '1', first: 'Karim', last: 'Zorbeki' }])
    expect((await importFiles(owner, [list])).status).toBe(200)
    const karim = await joined('karim', { legal_name: 'Karim Zorbeki' })
    await house.runJobs()
    const reference = await referenceOf(karim)
    outside.checks.set(reference, { state: 'approved' })
    expect(await tellOf(reference, { state: 'approved' })).toBe(200)
    await house.runJobs()
    expect(await stateOf(karim)).toBe('submitted')
    const [hit] = (await owner.get(`/api/admin/screening-hits?user=${karim.id}`)).body.items
    await owner.must(`/api/clear-screening-hit/${hit.id}`, { reason: 'Another person' })
    await house.runJobs()
    expect(await stateOf(karim)).toBe('approved')
  })

  test('is the house’s own review by the same four calls', async () => {
    const dora = await joined('dora')
    const review = builtInReview({ db: house.app.db, clock: house.clock })
    const checkId = (await referenceOf(dora)).slice('ref-'.length)
    const reference = await review.start({ checkId, details: {} })
    expect(await review.start({ checkId, details: {} })).toBe(reference)
    await expect(review.start({ checkId: dora.id, details: {} })).rejects.toThrow('There is no such identity check.')
    expect(await review.fetch(reference)).toEqual({ state: 'submitted' })
    await owner.must(`/api/decline-kyc/${reference}`, { reason: 'Too dark' })
    expect(await review.fetch(reference)).toEqual({ state: 'rejected', reason: 'Too dark' })
    await Promise.all([1, 2].map(() => review.erase({ checkId, reference })))
    expect((await owner.get(`/api/admin/checks/${reference}`)).body.item).toMatchObject({ claim: null, documents: [] })
    expect(() => review.event(Buffer.from('{}'), {}, house.clock.now())).toThrow('There is no such provider.')
  })
})
