import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE } from '#kit/clock.ts'
import { addPasskey, stepUpByPasskey } from '../../../test/support/factors.ts'
import { OF_FACTOR } from '../../../test/support/held-house.ts'
import { invitationFor, mustBoth } from '../../../test/support/roles.ts'
import { SoftAuthenticator } from '../../../test/support/soft-authenticator.ts'
import type { Answer, Visitor } from '../../../test/support/visitor.ts'
import { PASSWORD } from '../../../test/support/walk.ts'
import type { Attack } from '../attack.ts'
import type { Ground } from '../ground.ts'
import { isPast } from '../report.ts'

const AT_ONCE = 20

/** Links, codes, keys and sessions that were good once, again: at once, and afterwards. */
export const replays: Attack = {
  name: 'replays',
  what: 'links, codes, keys and ended sessions again',
  share: 0,
  async run(ground) {
    await ground.client.query('DELETE FROM rate_limit')
    await resetLinks(ground)
    await takeBackLinks(ground)
    await invitations(ground)
    await codes(ground)
    await sessions(ground)
    await halves(ground)
    await keys(ground)
    await ground.client.query('DELETE FROM rate_limit')
    await ground.settle()
  },
}

/** Sends the same at once and then once more; only one of them may be done. */
async function onceOnly(ground: Ground, what: string, send: () => Promise<Answer>): Promise<void> {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, send))
  answers.push(await send())
  for (const { status } of answers) ground.report.count(replays.name, status, isPast(status))
  const done = answers.filter(({ status }) => status < 300).length
  if (done !== 1)
    ground.report.find({ kind: replays.name, what: `was done ${done} times, and not once`, request: what })
}

async function mustRefuse(ground: Ground, what: string, send: () => Promise<Answer>): Promise<void> {
  const { status, body } = await send()
  ground.report.count(replays.name, status, isPast(status))
  if (status < 300 || status >= 500)
    ground.report.find({
      kind: replays.name,
      what: 'was taken, or failed',
      request: `${what} → ${status} ${JSON.stringify(body).slice(0, 200)}`,
    })
}

async function resetLinks(ground: Ground): Promise<void> {
  const { house, client } = ground
  const person = house.visitor()
  await person.join('replayed-link')
  const ask = async (than = ''): Promise<string> => {
    await client.query('DELETE FROM rate_limit')
    await house.visitor().must('/api/forgot-password', { email: person.email })
    for (;;) {
      const mail = await person.newestMessage('.eml', person.email, /reset-password\?token=/)
      const token = /reset-password\?token=([\w-]+)/.exec(mail)?.[1] ?? ''
      if (token !== than) return token
      await pause(25)
    }
  }
  const reset = (token: string, password: string) => () =>
    house.visitor().post('/api/reset-password', { token, password, password_confirmation: password })
  const older = await ask()
  // names of files sort by time: the newer one has to have a later one
  await house.clock.move(1000)
  const newer = await ask(older)
  await mustRefuse(ground, 'a reset link of which there is a newer one', reset(older, 'a plumb line hangs still'))
  await onceOnly(ground, 'a reset link', reset(newer, 'a plumb line hangs straight'))
  await mustRefuse(ground, 'a reset link that was used', reset(newer, 'a plumb line hangs low'))
  await mustRefuse(ground, 'a session from before the reset', () => person.get('/api/user'))
}

/** The link of a mail about a first second factor. */
async function takeBackLinks(ground: Ground): Promise<void> {
  const { house } = ground
  const person = house.visitor()
  await person.join('replayed-take-back', { password: PASSWORD })
  await addPasskey(person, new SoftAuthenticator('http://localhost'), { password: PASSWORD })
  const mail = await person.newestMessage('.eml', person.email, OF_FACTOR)
  const token = OF_FACTOR.exec(mail.replaceAll('=\r\n', ''))?.[1] ?? ''
  await onceOnly(ground, 'a link that takes an account back', () =>
    house.visitor().post('/api/undo-contact-change', { token }),
  )
}

async function invitations(ground: Ground): Promise<void> {
  const { house, people } = ground
  const [invited, other] = [house.visitor(), people['other investor'].visitor]
  await invited.join('replayed-invitation')
  const invitation = { email: invited.email, roles: ['support'], reason: 'A colleague' }
  await mustBoth(people.owner.visitor, people['second owner'].visitor, '/api/invite-administrator', invitation)
  const token = await invitationFor(invited)
  await mustRefuse(ground, 'an invitation of somebody else', () => other.post('/api/accept-roles', { token }))
  await onceOnly(ground, 'an invitation', () => invited.at(house.url).post('/api/accept-roles', { token }))
}

async function codes(ground: Ground): Promise<void> {
  const { house } = ground
  const person = house.visitor()
  await person.register('replayed-codes')
  const typed = {
    email_code: await person.codeFrom('.eml', person.email),
    phone_code: await person.codeFrom('.txt', person.phone),
  }
  await onceOnly(ground, 'the codes of a registration', () => person.at(house.url).post('/api/verify-account', typed))
}

/** A session that was ended by signing out, with both of its halves. */
async function sessions(ground: Ground): Promise<void> {
  const { house, people } = ground
  const person = house.visitor()
  await person.signIn(people['other investor'].visitor.email, PASSWORD)
  const kept: Visitor = person.at(house.url)
  await person.must('/api/logout')
  for (const path of ['/api/user', '/api/balance', '/api/statement-days'])
    await mustRefuse(ground, `${path} after signing out`, () => kept.get(path))
}

/** A session that was copied with both halves, and whose owner has proved since who they are. */
async function halves(ground: Ground): Promise<void> {
  const { visitor, device } = ground.people['investor, proved']
  if (device === undefined) throw new Error('whoever has proved a factor has one')
  const kept = visitor.at(ground.house.url)
  const { status } = await stepUpByPasskey(visitor, device)
  if (status !== 200) throw new Error(`a factor was not taken: ${status}`)
  await mustRefuse(ground, 'a call that asks for a proof, with the half of before it', () =>
    kept.post('/api/mail-word', { word: 'stolen' }),
  )
  await mustRefuse(ground, 'a call that asks for a proof, in another session of who has proved', () =>
    ground.people['investor, not proved'].visitor.post('/api/mail-word', { word: 'stolen' }),
  )
  await ground.house.clock.move(MINUTE)
  await mustRefuse(ground, 'the half of before a proof, a minute later', () => kept.get('/api/user'))
  await mustRefuse(ground, 'an answer of a passkey that was given before', async () => {
    const answer = device.get((await visitor.must('/api/begin-step-up')).options)
    await visitor.must('/api/step-up', { passkey: answer })
    return visitor.post('/api/step-up', { passkey: answer })
  })
}

/** A key with another body is refused, and with the same it counts once. */
async function keys(ground: Ground): Promise<void> {
  const { people, report } = ground
  const { visitor } = people['other investor']
  const { plans, wallets } = (await visitor.get('/api/histories')).body
  // owners may have changed every plan by now
  const [plan] = plans
  const choice = { plan_id: plan.id, wallet_id: wallets[0].id, amount: plan.min_amount, duration: plan.durations[0] }
  const key = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => visitor.post('/api/save-investment', choice, key)),
  )
  for (const { status } of answers) report.count(replays.name, status, isPast(status))
  const made = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.r_url))
  if (made.size !== 1)
    report.find({
      kind: replays.name,
      what: `one key made ${made.size} investments`,
      request: `POST /api/save-investment → ${answers[0]?.status} ${JSON.stringify(answers[0]?.body).slice(0, 200)}`,
    })
  await mustRefuse(ground, 'a key with another body', () =>
    visitor.post(
      '/api/save-investment',
      { ...choice, amount: plan.min_amount === plan.max_amount ? '1' : plan.max_amount },
      key,
    ),
  )
}
