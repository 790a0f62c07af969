import { beforeAll, expect, test } from 'vitest'
import type { Administrator } from '#kit/actor.ts'
import { HOUR, MINUTE, movableClock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { transaction } from '#kit/transaction.ts'
import { testDatabase } from '../../test/support/database.ts'
import { opened } from '../../test/support/opened.ts'
import { anAdministrator } from '../../test/support/people.ts'
import { sendMail } from './send-mail.ts'

const clock = movableClock(new Date('2026-03-01T12:00:00Z'))
const MAIL = { title: 'Welcome', content: 'Hello Ann,\nwelcome.', receiver: 'ann@example.com' }
const house = opened(testDatabase)
let administrator: Administrator

beforeAll(async () => {
  administrator = await anAdministrator(house.db)
})

const send = (change: Partial<typeof MAIL>) =>
  transaction(house.db, (tx) => sendMail(tx, clock, administrator, { ...MAIL, ...change }))
const messages = () => house.db.selectFrom('message').selectAll().execute()

test('a mail waits in the outbox, and the audit log says who sent what to whom', async () => {
  await send({})
  const [message] = await messages()
  expect(message).toMatchObject({ channel: 'mail', subject: 'Welcome', content: MAIL.content, receiver: MAIL.receiver })
  const audit = await house.db.selectFrom('audit_entry').selectAll().executeTakeFirstOrThrow()
  expect(audit).toMatchObject({ actor_id: administrator.userId, subject_id: message?.id })
  expect(audit.after).toEqual({ title: MAIL.title, receiver: MAIL.receiver })
})

test.each([
  ['receiver', { receiver: 'ann@example.com, eve@example.com' }],
  ['receiver', { receiver: 'ann@example.com\r\nBcc: eve@example.com' }],
  ['receiver', { receiver: 'ann' }],
  ['title', { title: 'Hello\r\nBcc: eve@example.com' }],
  ['title', { title: '  ' }],
  ['content', { content: ' \n ' }],
])('a wrong %s is refused by its name, and nothing is sent: %j', async (field, change) => {
  const before = await messages()
  const refusal = await send(change).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ code: 'bad input', errors: { [field]: [expect.any(String)] } })
  expect(await messages()).toEqual(before)
})

test('an administrator sends thirty in an hour, wherever they go, and another as many', async () => {
  const another = await anAdministrator(house.db)
  const sendAs = (actor: Administrator, n: number) =>
    transaction(house.db, (tx) => sendMail(tx, clock, actor, { ...MAIL, receiver: `stranger-${n}@example.com` }))
  clock.move(HOUR)
  for (let n = 0; n < 30; n += 1) await sendAs(administrator, n)
  clock.move(50 * MINUTE)
  const before = await messages()
  expect(await sendAs(administrator, 30).catch((error: unknown) => error)).toMatchObject({
    ...{ code: 'too many', retryAfter: 600 },
    message: 'You have sent 30 mails to single addresses within an hour. Try again in 10 minutes.',
  })
  expect(await messages()).toEqual(before)
  await sendAs(another, 30)
  clock.move(10 * MINUTE)
  await sendAs(administrator, 31)
})
