import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import { HOUR } from '#kit/clock.ts'
import { OWNER, startTestApp, type TestApp } from './support/app.ts'
import type { Visitor } from './support/visitor.ts'

let house: TestApp
let owner: Visitor
let investor: Visitor
beforeAll(async () => {
  house = await startTestApp()
  owner = await house.owner()
  investor = house.visitor()
  await investor.join('investor')
})
afterAll(async () => {
  await house.close()
})

describe('the server', () => {
  test('says that it is well when the database answers', async () => {
    expect(await house.visitor().get('/healthz')).toMatchObject({ status: 200 })
  })

  test('describes every call of the contract in its document and on its reading page', async () => {
    const document = (await house.visitor().get('/api/openapi.json')).body
    expect(document.openapi).toBe('3.1.0')
    const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, of]) =>
      Object.keys(of).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(described.toSorted()).toEqual(Object.keys(contract).toSorted())
    const page: string = (await house.visitor().get('/api/docs')).body
    for (const key of Object.keys(contract)) expect(page).toContain(key)
  })

  test('answers an address that there is not with 404 in the shape of every error, and a page with the app', async () => {
    expect(await house.visitor().get('/api/nothing')).toMatchObject({
      status: 404,
      body: { message: expect.any(String) },
    })
    expect(await house.visitor().post('/somewhere', {})).toMatchObject({
      status: 404,
      body: { message: expect.any(String) },
    })
    const page = await house.visitor().get('/some/page')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
  })

  test('sends every page with a policy that lets nothing foreign in', async () => {
    const policy = (await house.visitor().get('/')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })

  test('refuses a POST that comes from another site, and takes one from its own', async () => {
    const body = { ids: [] }
    expect((await investor.post('/api/read-notifications', body, { origin: 'https://elsewhere.example' })).status).toBe(
      403,
    )
    expect((await investor.post('/api/read-notifications', body, { origin: house.url })).status).toBe(200)
  })

  test('answers what cannot be read as bad input, and what is too large as that', async () => {
    const send = (body: string, headers: Record<string, string> = {}) =>
      investor.send('POST', '/api/read-notifications', body, headers)
    expect(await send('{"ids":')).toMatchObject({ status: 422, body: { message: expect.any(String) } })
    expect(await send('ids', { 'content-type': 'text/html' })).toMatchObject({ status: 422 })
    expect(await send(JSON.stringify({ ids: ['x'.repeat(400_000)] }))).toMatchObject({ status: 413 })
  })

  test('says where support would be while nobody has said: no mail to no-reply@, and no owner’s address', async () => {
    const answer = await house.visitor().get('/support')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.body).toContain('We have no support address so far')
    // true for a visitor, an investor and one who is blocked
    expect(answer.body).toContain('it leads to us as soon as we have an address')
    expect(answer.body).toContain('your money stays yours')
    // where the address is set is no investor's concern: Settings says it to the owner
    expect(answer.body).not.toMatch(/run this site|admin-settings/)
    expect(answer.body).not.toContain('mailto:')
    expect(answer.body).not.toContain(OWNER.email)
  })

  test('leads to support once the owner has said where it is, and to nobody again when they take it back', async () => {
    const change = (value: string | null) => owner.must('/api/update-setting/support_url', { value, reason: 'A test' })
    await change('mailto:help@plumb.test')
    const answer = await house.visitor().get('/support')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'mailto:help@plumb.test'])
    await change(null)
    expect((await house.visitor().get('/support')).status).toBe(200)
  })
})

describe('an Idempotency-Key', () => {
  const topUp = (amount: string, key: string, id = investor.id) =>
    owner.post(`/api/topup-user/${id}`, { amount, account: 'bonus' }, { 'idempotency-key': key })
  const bonus = async () => (await investor.get('/api/balance')).body.bonus_balanace

  test('answers the same to the same, done once', async () => {
    const first = await topUp('1.00', 'same')
    expect(await topUp('1.00', 'same')).toMatchObject({ status: first.status, body: first.body })
    expect(await bonus()).toBe('1.00')
  })

  test('takes the same fields in another order for the same', async () => {
    const send = (body: object) => owner.post(`/api/topup-user/${investor.id}`, body, { 'idempotency-key': 'order' })
    const before = await bonus()
    expect((await send({ amount: '1.00', account: 'bonus', reason: 'order' })).status).toBe(200)
    expect((await send({ reason: 'order', account: 'bonus', amount: '1.00' })).status).toBe(200)
    expect(Number(await bonus()) - Number(before)).toBe(1)
    await owner.must(`/api/deduct-user/${investor.id}`, { amount: '1.00', account: 'bonus' })
  })

  test('is refused for something else', async () => {
    expect((await topUp('2.00', 'same')).status).toBe(422)
    expect((await topUp('1.00', 'same', owner.id)).status).toBe(422)
    expect(await bonus()).toBe('1.00')
  })

  test('answers a refusal again, although it would pass by now', async () => {
    const deduct = () =>
      owner.post(
        `/api/deduct-user/${investor.id}`,
        { amount: '3.00', account: 'bonus' },
        { 'idempotency-key': 'refused' },
      )
    const refused = await deduct()
    expect(refused.status).toBe(422)
    await topUp('10.00', 'more')
    expect(await deduct()).toMatchObject({ status: 422, body: refused.body })
  })

  test('belongs to one user and one call', async () => {
    const other = house.visitor()
    await other.join('other')
    const read = (who: Visitor) => who.post('/api/read-notifications', { ids: [] }, { 'idempotency-key': 'same' })
    expect((await read(investor)).status).toBe(200)
    expect((await read(other)).status).toBe(200)
  })

  test('is forgotten after a day', async () => {
    await house.clock.move(25 * HOUR)
    const before = await bonus()
    expect((await topUp('1.00', 'same')).status).toBe(200)
    expect(await bonus()).not.toBe(before)
  })

  test('is one to 255 plain characters', async () => {
    for (const key of ['x'.repeat(256), 'with blank']) {
      expect(await topUp('1.00', key)).toMatchObject({
        status: 422,
        body: { errors: { 'Idempotency-Key': [expect.any(String)] } },
      })
    }
  })
})
