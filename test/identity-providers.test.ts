import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#kit/clock.ts'
import { builtInReview } from '#kyc/built-in-review.ts'
import type { IdentityProvider, ProviderOutcome } from '#kyc/provider.ts'
import { checkSigned, SIGNED_BY, signEvent } from '#kyc/signed-event.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { askForCheck, prepareCheck } from './support/identity.ts'
import type { Visitor } from './support/visitor.ts'

const SECRET = 'a secret that both sides know'
const BODY = 'application/json; charset=utf-8'

/** Somebody outside who looks at identities, over HTTP. */
class Outside {
  readonly checks = new Map<string, ProviderOutcome>()
  failing = false
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
      start: async ({ userId, details }) =>
        (await call('POST', '/checks', { userId, name: details.legal_name })).reference,
      event(rawBody, headers, now) {
        const signature = checkSigned(SECRET, rawBody, headers, now)
        const { reference, ...outcome } = JSON.parse(Buffer.from(rawBody).toString()) as {
          reference: string
        } & ProviderOutcome
        return { reference, outcome, signature }
      },
      fetch: (reference) => call('GET', `/checks/${reference}`),
      erase: async (reference) => void (await call('DELETE', `/checks/${reference}`)),
    }
  }

  private async answer(request: IncomingMessage): Promise<unknown> {
    if (this.failing) throw new Error('not now')
    const reference = request.url?.split('/')[2] ?? ''
    if (request.method === 'POST') {
      const { userId } = (await json(request)) as { userId: string }
      this.checks.set(`ref-${userId}`, { state: 'submitted' })
      return { reference: `ref-${userId}` }
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

  const joined = async (name: string) => {
    const visitor = house.visitor()
    await visitor.join(name)
    await askForCheck(visitor)
    return visitor
  }
  const stateOf = async (who: Visitor) => (await who.get('/api/kyc')).body.state
  const seconds = () => String(Math.floor(house.clock.now().getTime() / 1000))
  const tell = async (body: string, headers: Record<string, string>, provider = 'outside') => {
    const response = await fetch(`${house.url}/api/kyc-event/${provider}`, {
      ...{ method: 'POST', body },
      headers: { 'content-type': BODY, ...headers },
    })
    return response.status
  }
  const signed = (body: string, time = seconds(), secret = SECRET) => ({
    [SIGNED_BY.time]: time,
    [SIGNED_BY.signature]: signEvent(secret, time, Buffer.from(body)),
  })

  test('is handed what was submitted, and decides by an event, once', async () => {
    const amy = await joined('amy')
    outside.failing = true
    await expect(house.runJobs()).rejects.toThrow('calls of the provider outside failed')
    outside.failing = false
    await house.runJobs()
    expect(outside.checks.get(`ref-${amy.id}`)).toEqual({ state: 'submitted' })
    const event = JSON.stringify({ reference: `ref-${amy.id}`, state: 'approved' })
    const headers = signed(event)
    const told = await Promise.all(Array.from({ length: 10 }, () => tell(event, headers)))
    expect(told.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect(await stateOf(amy)).toBe('approved')
    // another event does not take it back
    const other = JSON.stringify({ reference: `ref-${amy.id}`, state: 'rejected', reason: 'No' })
    expect(await tell(other, signed(other))).toBe(200)
    expect(await stateOf(amy)).toBe('approved')
    const { items } = (await owner.get('/api/admin/audit?action=approve identity check')).body
    expect(items).toMatchObject([{ actor: null, job: 'identity provider outside' }])
  })

  test('is not believed where its event is forged, changed, old, of tomorrow, of somebody else or replayed', async () => {
    const ben = await joined('ben')
    await house.runJobs()
    const event = JSON.stringify({ reference: `ref-${ben.id}`, state: 'approved' })
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
    await house.runJobs()
    outside.checks.set(`ref-${cleo.id}`, { state: 'rejected', reason: 'The document is blurred.' })
    await house.runJobs()
    expect((await cleo.get('/api/kyc')).body).toMatchObject({ state: 'rejected', reason: 'The document is blurred.' })
    await owner.must('/api/update-setting/kyc_keep_days', { value: '1', reason: 'A test' })
    await house.clock.move(25 * 60 * MINUTE)
    for (let rounds = 0; rounds < 2; rounds += 1) await house.runJobs()
    expect(outside.checks.has(`ref-${cleo.id}`)).toBe(false)
  })

  test('is the house’s own review by the same four calls', async () => {
    const dora = house.visitor()
    await dora.join('dora')
    const review = builtInReview({ db: house.app.db, clock: house.clock })
    const reference = await review.start({ userId: dora.id, details: {} })
    expect(await review.start({ userId: dora.id, details: {} })).toBe(reference)
    await prepareCheck(dora)
    await dora.must('/api/kyc', {})
    expect(await review.fetch(reference)).toEqual({ state: 'submitted' })
    await owner.must(`/api/decline-kyc/${reference}`, { reason: 'Too dark' })
    expect(await review.fetch(reference)).toEqual({ state: 'rejected', reason: 'Too dark' })
    await Promise.all([review.erase(reference), review.erase(reference)])
    expect((await owner.get(`/api/admin/checks/${reference}`)).body.item).toMatchObject({ claim: null, documents: [] })
    expect(() => review.event(Buffer.from('{}'), {}, house.clock.now())).toThrow('There is no such provider.')
  })
})
