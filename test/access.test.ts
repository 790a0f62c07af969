import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import { splitKey } from '#app/routes.ts'
import { MINUTE } from '#kit/clock.ts'
import type { Call } from '#kit/wire.ts'
import { OUR_BITCOIN } from './support/addresses.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { everyKindOfPerson, KINDS, type Kind, type People } from './support/people-over-http.ts'

const TABLE = await readFile(join(import.meta.dirname, '../docs/access.md'), 'utf8')
const rows = TABLE.split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [key = '', ...cells] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return {
      key: key.replaceAll('`', ''),
      cells: Object.fromEntries(KINDS.map((kind, n) => [kind, cells[n]])) as Record<Kind, string>,
    }
  })

const OF_ADMINISTRATORS = ['administrator', 'reviewer', 'owner']
/** Posts of administrators that change and send nothing. */
const CHANGES_NOTHING = ['POST /api/preview-mail']

/** Calls that end sessions of the caller when they pass: made last, in this order, and first by who has one half. */
const ENDS_SESSION = ['POST /api/end-other-sessions', 'POST /api/logout']

describe('the table of who may make which call', () => {
  let house: TestApp
  let people: People

  beforeAll(async () => {
    house = await startTestApp()
    people = await everyKindOfPerson(house)
    // new codes may be sent a minute after the first ones
    await house.clock.move(MINUTE)
  })
  afterAll(async () => {
    await house.close()
  })

  test('has a row for every call of the contract and for no other', () => {
    expect(rows.map(({ key }) => key).sort()).toEqual(Object.keys(contract).sort())
    expect(rows.length).toBeGreaterThan(40)
  })

  test('has both halves of a session wherever much is read at once, or an administrator changes or sends something', () => {
    const calls = Object.entries<Call>(contract)
    const files = calls.filter(([, { raw }]) => raw === 'file')
    const acts = calls.filter(
      ([key, { who }]) => key.startsWith('POST') && OF_ADMINISTRATORS.includes(who) && !CHANGES_NOTHING.includes(key),
    )
    expect([files.length > 5, acts.length > 30]).toEqual([true, true])
    expect([...files, ...acts].filter(([, call]) => call.bothHalves !== true).map(([key]) => key)).toEqual([])
  })

  const apart = rows.filter(({ key }) => !ENDS_SESSION.includes(key))
  const ends = ENDS_SESSION.flatMap((key) => rows.filter((row) => row.key === key))
  const cells = [
    ...apart.flatMap((row) => KINDS.map((kind) => ({ row, kind }))),
    // who has one half is through before the other half's session ends theirs
    ...KINDS.toReversed().flatMap((kind) => ends.map((row) => ({ row, kind }))),
  ].map(({ row, kind }) => ({ key: row.key, kind, may: row.cells[kind] }))
  test.each(cells)('$key as $kind: $may', async ({ key, kind, may }) => {
    expect(['yes', '–']).toContain(may)
    const { method, path } = splitKey(key)
    const at = path.replace(/:\w+/g, randomUUID())
    const answer =
      path === '/api/events'
        ? await firstLine(people[kind].url, people[kind].bearer, people[kind].cookies)
        : await people[kind].send(method, at, method === 'POST' ? '{}' : undefined)
    if (may === 'yes') {
      // Past the gate: done, or refused for its input or its record. A sign-in with nothing is 401 or 422 for anyone.
      expect([200, 204, 404, 409, 422]).toContain(answer.status)
    } else {
      expect(answer.status).toBe(
        kind === 'signed out' || (contract as Record<string, { who: string }>)[key]?.who === 'registrant' ? 401 : 403,
      )
      expect(answer.body).toMatchObject({ message: expect.any(String) })
    }
  })
})

test('a session of one half saves an investment that is to be paid, and none that the bonus balance pays for at once', async () => {
  const house = await startTestApp({ env: { KYC: 'off' } })
  try {
    const owner = await house.owner()
    await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
    await owner.must('/api/create-plan', {
      ...{ name: 'Steady', min_amount: '10', max_amount: '5000', durations_copy: '7', ref_bonus: '5' },
      ...{ description: '', daily_roi: '0.4' },
    })
    const [investor, half] = [house.visitor(), house.visitor()]
    await investor.join('investor')
    await owner.must(`/api/topup-user/${investor.id}`, { amount: '100', account: 'bonus' })
    half.keepSession(await half.post('/api/login', { email: investor.email, password: 'correct horse battery' }))
    const { plans, wallets } = (await half.get('/api/histories')).body
    const body = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '100', duration: 7 }
    const save = async (source: string) => (await half.post('/api/save-investment', { ...body, source })).status
    expect([await save('bonus'), await save('payment')]).toEqual([403, 200])
    expect((await half.get('/api/balance')).body.bonus_balanace).toBe('100.00')
    await investor.must('/api/save-investment', { ...body, source: 'bonus' })
  } finally {
    await house.close()
  }
})

test('what a session of one half does of a call that moves money, the documents say', () => {
  const open = Object.entries<Call>(contract).filter(([, call]) => call.movesMoney === true && call.bothHalves !== true)
  const said = TABLE.slice(0, TABLE.indexOf('| call |'))
  expect(open.length).toBeGreaterThan(0)
  expect(open.map(([key]) => key).filter((key) => !said.includes(`\`${key}\``))).toEqual([])
  expect(said).not.toContain('moves no money')
  expect(contract['POST /api/save-investment'].summary).toMatch(/source bonus .* both halves of the session/)
})

/** Opens the event stream and closes it again. */
async function firstLine(
  url: string,
  bearer: string | undefined,
  cookies: Map<string, string>,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}/api/events`, {
    headers: {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })
  if (response.status !== 200) return { status: response.status, body: await response.json() }
  await response.body?.cancel()
  return { status: 200, body: undefined }
}
