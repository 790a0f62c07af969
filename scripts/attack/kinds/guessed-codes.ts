import { PASSWORD } from '../../../test/support/walk.ts'
import type { Attack } from '../attack.ts'
import { type DescribedCall, pathOf } from '../calls.ts'
import type { Ground } from '../ground.ts'
import { allowedFor } from '../attack.ts'

const GUESSES = 60
/** Of so many guesses at one secret so many may be looked at, at most, from however many networks they come. */
const MOST_LOOKED_AT = 31
/** What a field with something to be guessed is called. */
const IS_CODE = /(^|_)(code|otp|pin|word)$/
/** Where a second factor is proved. */
const PROVING = ['/api/step-up', '/api/login-factor'] as const

const network = (n: number) => ({ 'x-forwarded-for': `203.0.${113 + Math.floor(n / 250)}.${n % 250}` })

/**
 * Guesses at codes and passwords, each from a network of its own, until no more are looked at. Other calls that take a code
 * are found by their fields.
 */
export const guessedCodes: Attack = {
  name: 'guessed codes',
  what: 'brute force of codes, factors and passwords',
  share: 0,
  async run(ground) {
    const { client } = ground
    await client.query('DELETE FROM rate_limit')
    await guessRegistration(ground)
    await guessPasswords(ground)
    await guessFactors(ground)
    for (const described of ground.calls.filter(takesCode)) {
      await client.query('DELETE FROM rate_limit')
      await guess(ground, described)
    }
    await client.query('DELETE FROM rate_limit')
    await ground.settle()
  },
}

const takesCode = ({ path, body, call }: DescribedCall) =>
  call.who !== 'registrant' &&
  !PROVING.some((proving) => proving === path) &&
  Object.keys(body?.properties ?? {}).some((name) => IS_CODE.test(name))

/** New codes are asked for between guesses, too. */
async function guessRegistration({ house, report }: Ground): Promise<void> {
  const visitor = house.visitor()
  await visitor.register('guessed-registration')
  let looked = 0
  for (let n = 0; n < GUESSES; n += 1) {
    const codes = { email_code: String(n).padStart(6, '0'), phone_code: '000000' }
    const { status } = await visitor.post('/api/verify-account', codes, network(n))
    report.count(guessedCodes.name, status, status === 422)
    if (status === 422) looked += 1
    if (n % 5 === 4)
      report.count(guessedCodes.name, (await visitor.post('/api/retry-verification', {}, network(n))).status, true)
  }
  if (looked > MOST_LOOKED_AT)
    report.find({
      kind: guessedCodes.name,
      what: `${looked} wrong codes of one registration were looked at`,
      request: 'POST /api/verify-account',
    })
}

async function guessPasswords({ house, people, report }: Ground): Promise<void> {
  for (const kind of ['other investor', 'second owner'] as const) {
    let looked = 0
    for (let n = 0; n < GUESSES; n += 1) {
      const login = { email: people[kind].visitor.email, password: `a wrong password ${n}` }
      const { status } = await house.visitor().post('/api/login', login, network(n))
      report.count(guessedCodes.name, status, status === 401)
      if (status === 401) looked += 1
    }
    if (looked > MOST_LOOKED_AT)
      report.find({
        kind: guessedCodes.name,
        what: `${looked} wrong passwords of the ${kind} were looked at`,
        request: 'POST /api/login',
      })
  }
}

/** By who has a second factor: in a session, and after a right password; codes of an app and recovery codes by turns. */
async function guessFactors({ client, house, people, report }: Ground): Promise<void> {
  for (const path of PROVING) {
    await client.query('DELETE FROM rate_limit')
    let visitor = people['investor, proved'].visitor
    if (path === '/api/login-factor') {
      const { email } = visitor
      visitor = house.visitor()
      await visitor.signIn(email, PASSWORD)
    }
    let looked = 0
    for (let n = 0; n < GUESSES; n += 1) {
      const code = String(n).padStart(6, '0')
      const shown = n % 2 === 0 ? { code } : { recovery_code: code.slice(1).repeat(5) }
      const { status } = await visitor.at(house.url).post(path, shown, network(n))
      report.count(guessedCodes.name, status, status === 422)
      if (status === 422) looked += 1
    }
    if (looked === 0) throw new Error(`no wrong code was looked at by ${path}`)
    if (looked > MOST_LOOKED_AT)
      report.find({
        kind: guessedCodes.name,
        what: `${looked} wrong codes of a second factor were looked at`,
        request: `POST ${path}`,
      })
  }
}

/** Any other call that takes a code. Who has nothing to be guessed is told so, and that is no guess. */
async function guess({ house, people, report }: Ground, described: DescribedCall): Promise<void> {
  const { visitor } = people[allowedFor(described, 0)]
  const fields = Object.keys(described.body?.properties ?? {}).filter((name) => IS_CODE.test(name))
  let looked = 0
  for (let n = 0; n < GUESSES; n += 1) {
    const body = Object.fromEntries(fields.map((name) => [name, String(n).padStart(6, '0')]))
    const path = pathOf(described, { params: { id: visitor.id }, query: {} })
    const { status } = await visitor.at(house.url).post(path, body, network(n))
    report.count(guessedCodes.name, status, status === 401 || status === 422)
    if (status === 401 || status === 403) looked += 1
    if (status >= 500)
      report.find({
        kind: guessedCodes.name,
        what: 'answered as a fault of the server',
        request: `${described.key} ${JSON.stringify(body)} → ${status}`,
      })
  }
  if (looked > MOST_LOOKED_AT)
    report.find({ kind: guessedCodes.name, what: `${looked} wrong codes were looked at`, request: described.key })
}
