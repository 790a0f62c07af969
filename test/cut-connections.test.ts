import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import type { Call } from '#kit/wire.ts'
import type { Fault } from './support/database-proxy.ts'
import { MOVE_NO_MONEY, type MoneyCall, openMoneyCalls } from './support/money-calls.ts'
import { isCommit, ofKey, type ProxiedApp, startProxiedApp } from './support/proxied-app.ts'

/**
 * `all`: every call in both groups, at every statement in every way. Else each call in one of them, by turns: COMMIT in
 * one way, and in the other one a statement before it, further on from call to call: so all calls together are cut at all
 * places.
 */
const ALL = process.env['CUTS'] === 'all'
/** Investments to be reinvested: one for each press. */
const STOCK = ALL ? 120 : 8

/** The books and all that goes with them, counted and summed: two that are alike hold the same. */
const FIGURES = `SELECT ARRAY[
  (SELECT count(*) FROM transfer), (SELECT count(*) FROM entry), (SELECT coalesce(sum(abs(amount)), 0) FROM entry),
  (SELECT sum(version) FROM account), (SELECT sum(abs(balance)) FROM account),
  (SELECT count(*) FROM investment), (SELECT coalesce(sum(version), 0) FROM investment),
  (SELECT count(*) FROM withdrawal), (SELECT coalesce(sum(version), 0) FROM withdrawal),
  (SELECT count(*) FROM referral), (SELECT count(*) FROM suspense_refund), (SELECT count(*) FROM lone_correction),
  (SELECT count(*) FROM approval), (SELECT count(*) FROM approval WHERE state = 'waiting'),
  (SELECT count(*) FROM decision), (SELECT count(*) FROM audit_entry), (SELECT count(*) FROM notification)
]::text[] AS figures`

describe.each([
  ['tried again', true, {}],
  ['not tried again', false, { transaction: 0 }],
])('a call whose line to the database is cut and that is %s', (how, again, patience) => {
  let app: ProxiedApp
  let money: Awaited<ReturnType<typeof openMoneyCalls>>
  const told = { done: 0, nothing: 0, unknown: 0 }

  beforeAll(async () => {
    app = await startProxiedApp({ patience, env: { KYC: 'off' } })
    money = await openMoneyCalls(app.house, STOCK)
  })
  afterAll(async () => {
    console.log(
      `lines cut, and ${how}: ${told.done} told done, ${told.nothing} nothing changed, ${told.unknown} not known`,
    )
    expect(await app.house.problems()).toEqual([])
    await money.close()
    await app.close()
  })

  const figures = async (): Promise<bigint[]> => {
    const { rows } = await money.books.query(FIGURES)
    return rows[0].figures.map(BigInt)
  }
  const difference = (after: bigint[], before: bigint[]) => after.map((figure, at) => figure - (before[at] ?? 0n))

  /** Makes the call with this fault at one of its statements, then once more; answers what it does when nothing is cut. */
  async function press({ prepare }: MoneyCall, fault: (nth: number, commit: boolean) => Fault) {
    const { who, path, body } = await prepare()
    // pressed as often as this, a call would leave out the mail that it sends the first ten times in an hour
    await money.books.query('DELETE FROM rate_limit')
    const key = randomUUID()
    const send = () => who.post(path, body, { 'idempotency-key': key })
    const before = await figures()
    let cut = false
    app.proxy.each(
      ofKey(key, (nth, statement) => {
        const decided = cut ? 'none' : fault(nth, isCommit(statement))
        cut ||= decided !== 'none'
        return decided
      }),
    )
    const first = await send()
    await app.proxy.heal()
    const afterFirst = difference(await figures(), before)
    const second = await send()
    return { first, second, cut, afterFirst, once: difference(await figures(), before), path }
  }

  const keys = Object.keys(contract) as (keyof typeof contract)[]
  const signedIn = keys.filter(
    (key) => key.startsWith('POST') && !['anyone', 'registrant'].includes((contract[key] as Call).who),
  )
  const moving = signedIn.filter((key) => !MOVE_NO_MONEY.includes(key))

  test('there is a case for each that moves money', () => {
    expect(money.calls.map(({ key }) => key).toSorted()).toEqual(moving.toSorted())
    expect(MOVE_NO_MONEY.filter((key) => !signedIn.includes(key))).toEqual([])
  })

  test.each(moving.filter((_, nth) => ALL || (nth % 2 === 0) === again))(
    '%s: says what is true at each of its statements, and the same press again does it once',
    async (key) => {
      const call = money.calls.find((each) => each.key === key)
      if (call === undefined) throw new Error(`there is no case for ${key}`)
      await press(call, () => 'none')
      let statements = 0
      const whole = await press(call, (nth) => {
        statements = nth + 1
        return 'none'
      })
      expect([whole.first.status, whole.second.status]).toEqual([200, 200])
      expect(whole.afterFirst).toEqual(whole.once)
      expect(statements).toBeGreaterThan(5)
      const moved = whole.once.some((by) => by !== 0n)
      expect(moved).toBe(true)

      const nth = moving.indexOf(key)
      const chosen = again ? nth : nth + Math.floor(statements / 2)
      const ways: Fault[] = nth % 4 < 2 ? ['cut before', 'cut after'] : ['cut after', 'cut before']
      for (let at = 0; at < statements; at += 1) {
        const last = at === statements - 1
        const here = at === chosen % (statements - 1)
        for (const way of ways.filter((_, place) => ALL || (place === 0 ? here : last))) {
          const { first, second, cut, afterFirst, once } = await press(call, (nth, commit) =>
            nth === at || (last && commit) ? way : 'none',
          )
          const where = `${key}, statement ${at + 1} of ${statements}, ${way}: ${first.status} ${first.body.message}`
          expect(cut, where).toBe(true)
          expect(once, where).toEqual(whole.once)
          expect([second.status, second.body.message?.length > 0], where).toEqual([200, true])
          if (first.status === 200) {
            told.done += 1
            expect(afterFirst, where).toEqual(whole.once)
          } else {
            expect([first.status, first.headers.get('retry-after') !== null], where).toEqual([503, true])
            const unknown = /not known/.test(first.body.message)
            told[unknown ? 'unknown' : 'nothing'] += 1
            if (unknown) expect(last, where).toBe(true)
            else {
              // the first statement asks whether it was done before
              expect(/Nothing was changed\./.test(first.body.message), where).toBe(at > 0)
              expect(
                afterFirst.every((by) => by === 0n),
                where,
              ).toBe(true)
            }
          }
          if (how === 'tried again') expect(first.status, where).toBe(200)
          else expect(first.status, where).toBe(503)
        }
      }
    },
  )
})
