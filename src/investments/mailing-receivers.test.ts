import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTransaction } from '#kit/transaction.ts'
import { newId } from '#kit/ids.ts'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { makeOffer } from '../../test/support/walk.ts'
import type { Visitor } from '../../test/support/visitor.ts'
import { mailingReceivers } from './mailing-receivers.ts'

let house: TestApp
let owner: Visitor
const people: Record<string, Visitor> = {}
let plan: string

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' } })
  owner = await house.owner()
  await makeOffer(owner)
  for (const name of ['running', 'waiting', 'blocked', 'idle']) {
    const person = house.visitor()
    await person.join(name)
    people[name] = person
  }
  const { plans, wallets } = (await owner.get('/api/admin-histories')).body
  plan = plans[0].id
  for (const name of ['running', 'waiting', 'blocked']) {
    const body = { plan_id: plan, wallet_id: wallets[0].id, amount: '500', duration: 14 }
    await people[name]?.must('/api/save-investment', body)
  }
  const { items } = (await owner.get('/api/admin/investments')).body
  for (const { id, user } of items) {
    if (user.name !== 'waiting') await owner.must(`/api/approve-investment/${id}`, {})
  }
  await owner.must(`/api/block-user/${people['blocked']?.id}`, { reason: 'A reason.' })
})
afterAll(() => house.close())

const who = (segment: 'all' | 'running' | 'plan', plan_id: string | null = null) =>
  readTransaction(house.app.db, async (tx) => {
    const joinedBy = house.clock.now()
    const found = await mailingReceivers.next(tx, { segment, plan_id }, { joinedBy, after: null, most: 100 })
    expect(await mailingReceivers.count(tx, { segment, plan_id }, joinedBy)).toBe(found.length)
    return new Set(found.map(({ email }) => email.split('@')[0]))
  })

test('all are all who may sign in, running are those with running investments, of one plan where it is named', async () => {
  expect(await who('all')).toEqual(new Set(['idle', 'owner', 'running', 'waiting']))
  expect(await who('running')).toEqual(new Set(['running']))
  expect(await who('plan', plan)).toEqual(new Set(['running']))
  expect(await who('plan', newId())).toEqual(new Set())
})

test('who joined later does not belong to it, and pages follow each other', async () => {
  await readTransaction(house.app.db, async (tx) => {
    const then = new Date(house.clock.now().getTime() - 1)
    expect(await mailingReceivers.count(tx, { segment: 'all', plan_id: null }, then)).toBe(0)
    const page = { joinedBy: house.clock.now(), most: 3 }
    const first = await mailingReceivers.next(tx, { segment: 'all', plan_id: null }, { ...page, after: null })
    const after = first.at(-1)?.id ?? null
    const second = await mailingReceivers.next(tx, { segment: 'all', plan_id: null }, { ...page, after })
    expect([...first, ...second].map(({ id }) => id)).toEqual([...first, ...second].map(({ id }) => id).toSorted())
    expect(first.length + second.length).toBe(4)
  })
})

test('the same mailing sent ten times at once under one key is one mailing, and everybody has one mail', async () => {
  const key = { 'idempotency-key': 'a-mailing-of-ours' }
  const body = { title: 'News', content: 'Hello **all**', segment: 'all' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => owner.post('/api/send-mailing', body, key)))
  expect(new Set(answers.map(({ status, body: reply }) => `${status} ${reply.id}`)).size).toBe(1)
  expect(answers[0]?.body).toMatchObject({ message: 'The mail to 4 people is on its way.' })
  await expect
    .poll(async () => (await owner.get('/api/admin/mailings')).body.items)
    .toMatchObject([{ state: 'sent', expected: 4, written: 4, delivered: 4, failed: 0 }])
  const { items } = (await owner.get('/api/admin/messages?q=news')).body
  expect(items).toHaveLength(4)
  const mail = await people['idle']?.newestMessage('.eml', 'idle@mail.plumb.test', /Subject: News/)
  expect(mail).toContain('Hello <strong>all</strong>')
  expect(items[0]).not.toHaveProperty('content')
})

test('who moves money is told by mail, once for each event, with the amount', async () => {
  const mail = await people['running']?.newestMessage('.eml', 'running@mail.plumb.test', /Subject: Your investment was/)
  expect(mail).toContain('Your investment of $500.00 was approved.')
  const { items } = (await owner.get('/api/admin/messages?q=running@mail')).body
  expect(items.map(({ subject }: { subject: string }) => subject).toSorted()).toEqual([
    'News',
    'Your Plumb code',
    'Your investment was approved',
  ])
})

test('a preview says how many and shows what is sent, and nothing comes of it', async () => {
  const before = (await owner.get('/api/admin/messages')).body.items.length
  const { body } = await owner.post('/api/preview-mail', {
    title: 'x',
    content: '*a* <i>b</i>',
    segment: 'plan',
    plan_id: plan,
  })
  expect(body).toEqual({
    status: 'success',
    html: '<p><em>a</em> &lt;i&gt;b&lt;/i&gt;</p>\n',
    text: 'a <i>b</i>\n',
    receivers: 1,
  })
  expect((await owner.get('/api/admin/messages')).body.items).toHaveLength(before)
})

test('the list is a file for spreadsheets too, in which nothing is a formula', async () => {
  await owner.must('/api/send-mail', {
    title: '=HYPERLINK("https://evil.example")',
    content: 'x',
    receiver: 'ann@mail.plumb.test',
  })
  const { body, headers } = await owner.get('/api/admin/messages/csv?q=hyperlink')
  expect(headers.get('content-type')).toContain('text/csv')
  expect(body).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(body.trim().split('\r\n')).toHaveLength(2)
})
