/** What floods try, each with what of it may get through: run by `npm run floods`, and by `npm run attack` among the rest. */
import type { Answer, FloodedApp } from '../flooded-app.ts'

/** What came of a flood: its figures by name, and whether it got no further than it may. */
type Outcome = { figures: Record<string, string | number>; held: boolean }
type Flood = { name: string; run(app: FloodedApp): Promise<Outcome> }

/** One network for each number. */
const network = (n: number) => `198.18.${Math.floor(n / 256)}.${n % 256}`

export const FLOODS: readonly Flood[] = [
  { name: '40 texts asked for one number, from 40 networks', run: textsToOneNumber },
  { name: '40 mails asked for one mailbox, from 40 networks', run: mailsToOneMailbox },
  { name: '29 calls for new codes at once', run: newCodes },
  { name: '70 registrations from one network', run: registrationsFromOneNetwork },
  { name: '900 wrong codes from six networks, new ones asked for after each six', run: wrongCodes },
  { name: '500 usernames asked for from one network', run: usernames },
]

async function textsToOneNumber({ post, form, texts, settled }: FloodedApp): Promise<Outcome> {
  const phone = '+12025550111'
  const answers = await atOnce(40, (n) => post('/api/register', form(`texted-${n}`, { phone }), network(n)))
  await settled()
  const sent = texts.filter((to) => to === phone).length
  return { figures: { 'texts sent': sent, ...byStatus(answers) }, held: sent === 1 }
}

async function mailsToOneMailbox({ post, form, mails, settled }: FloodedApp): Promise<Outcome> {
  const answers = await atOnce(40, (n) =>
    post('/api/register', form(`mailed-${n}`, { email: `one+${n}@mail.plumb.test` }), network(100 + n)),
  )
  await settled()
  const sent = mails.filter((to) => to.startsWith('one+')).length
  return { figures: { 'mails sent': sent, ...byStatus(answers) }, held: sent === 1 }
}

async function newCodes({ post, form, texts, settled }: FloodedApp): Promise<Outcome> {
  const typed = form('resends')
  const { body } = await post('/api/register', typed, network(200))
  const headers = { authorization: `Bearer ${body.access_token}` }
  const answers = await atOnce(29, (n) => post('/api/retry-verification', undefined, network(201 + n), headers))
  await settled()
  const sent = texts.filter((to) => to === typed['phone']).length
  const figures = { 'texts sent, the first included': sent, ...byStatus(answers), ...waitOf(answers) }
  return { figures, held: sent === 1 && answers.every(({ status }) => status === 429) }
}

async function registrationsFromOneNetwork({ post, form }: FloodedApp): Promise<Outcome> {
  const answers = await atOnce(70, (n) => post('/api/register', form(`crowd-${n}`), network(300)))
  const taken = answers.filter(({ status }) => status === 200).length
  const elsewhere = await post('/api/register', form('neighbour'), network(301))
  const figures = { registered: taken, ...byStatus(answers), 'from another network meanwhile': elsewhere.status }
  return { figures, held: taken === 10 && elsewhere.status === 200 }
}

async function wrongCodes({ post, form }: FloodedApp): Promise<Outcome> {
  const { body } = await post('/api/register', form('guessed'), network(400))
  const headers = { authorization: `Bearer ${body.access_token}` }
  const began = performance.now()
  const answers: Answer[] = []
  let first: string | undefined
  let renewed = 0
  while (answers.length < 900) {
    const six = await atOnce(6, (n) => {
      const email_code = String(answers.length + n).padStart(6, '0')
      return post('/api/verify-account', { email_code, phone_code: '000000' }, network(400 + n), headers)
    })
    answers.push(...six)
    const asking = network(400 + ((answers.length / 6) % 6))
    if ((await post('/api/retry-verification', undefined, asking, headers)).status === 200) renewed += 1
    const refused = answers.findIndex(({ status }) => status === 429)
    if (refused >= 0) first ??= `guess ${refused + 1}, after ${Math.round(performance.now() - began)} ms`
  }
  const looked = answers.filter(({ body: said }) => said.errors?.email_code !== undefined).length
  const tooMany = answers.filter(({ status }) => status === 429).length
  const figures = {
    'looked at': looked,
    'new codes sent': renewed,
    ...byStatus(answers),
    'first 429': first ?? 'none',
    ...waitOf(answers),
  }
  return { figures, held: looked <= 5 && renewed === 0 && tooMany === 891 }
}

async function usernames({ url }: FloodedApp): Promise<Outcome> {
  const ask = async (name: string, from: string): Promise<Answer> => {
    const began = performance.now()
    const path = `${url}/api/invitation?referral=${name}`
    const response = await fetch(path, { headers: { 'x-forwarded-for': from } })
    const body = await response.json()
    const { status, headers } = response
    return { status, body, retryAfter: headers.get('retry-after'), milliseconds: performance.now() - began }
  }
  const answers = await atOnce(500, (n) => ask(`name-${n}`, network(500)))
  const told = answers.filter(({ status }) => status === 200).length
  const elsewhere = await ask('first-owner', network(501))
  const figures = { ...byStatus(answers), ...waitOf(answers), 'from another network meanwhile': elsewhere.status }
  return { figures, held: told === 60 && elsewhere.body.inviter === 'first-owner' }
}

function atOnce(count: number, one: (n: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => one(n)))
}

function byStatus(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status } of answers) counts[`answered ${status}`] = (counts[`answered ${status}`] ?? 0) + 1
  return counts
}

function waitOf(answers: readonly Answer[]): Record<string, string> {
  const waits = answers.flatMap(({ retryAfter }) => (retryAfter === null ? [] : [Number(retryAfter)]))
  return waits.length === 0 ? {} : { 'told to wait, at most': `${Math.max(...waits)} s` }
}
