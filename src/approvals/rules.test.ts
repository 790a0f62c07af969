import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { microUsd, ZERO } from '#money/micro-usd.ts'
import { changesBetween, countedFor, utcDay, mayDecide, needsSecond, whyNot, whySecond } from './rules.ts'
import { whyNotSecond } from './second-rules.ts'

const usd = (micros: bigint) => microUsd(micros)
const LIMIT = usd(1_000_000_000n)

describe('a correction needs a second administrator', () => {
  test.each([
    [0n, 0n, false],
    [1_000_000_000n, 0n, false],
    [1_000_000_001n, 0n, true],
    [400_000_000n, 600_000_000n, false],
    [400_000_001n, 600_000_000n, true],
    [1n, 1_000_000_000n, true],
    // whatever was moved before: this one moves nothing
    [0n, 5_000_000_000n, false],
  ])('of %s micro-dollars after %s alone: %s', (moved, lately, expected) => {
    expect(needsSecond({ moved: usd(moved), lately: usd(lately), limit: LIMIT })).toBe(expected)
  })

  test('in however many parts it is made: what passes alone never adds up to more than the limit', () => {
    const part = fc.bigInt({ min: 0n, max: 1_500_000_000n })
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        let alone = ZERO
        for (const moved of parts.map(usd)) {
          if (!needsSecond({ moved, lately: alone, limit: LIMIT })) alone = microUsd(alone + moved)
        }
        expect(alone <= LIMIT).toBe(true)
      }),
    )
  })
})

describe('what an administrator does needs a second one', () => {
  const done = { moved: ZERO, lately: ZERO, counts: usd(1_000_000_001n), limit: LIMIT, ownStep: true }
  test.each([
    ['for who decided the step before, above the limit', {}, 'own step'],
    ['not for somebody else', { ownStep: false }, null],
    ['not at the limit', { counts: LIMIT }, null],
    ['as a correction above the limit, whoever makes it', { moved: usd(1_000_000_001n), ownStep: false }, 'limit'],
    ['always, where it moves nothing that could be counted', { moved: null, counts: ZERO }, 'always'],
  ])('%s', (_, changed, expected) => {
    expect(whySecond({ ...done, ...changed })).toBe(expected)
  })

  test('on a day of UTC', () => {
    expect(utcDay(new Date('2026-03-01T23:59:59.999Z'))).toBe('2026-03-01')
    expect(utcDay(new Date('2026-03-02T00:00:00.000Z'))).toBe('2026-03-02')
  })
})

describe('an edit of an amount counts for the limit', () => {
  test.each([
    ['what the ledger moved, where the amount stays', 50n, 100n, 700n, 700n, 50n],
    ['how far it is from what was typed, where nothing moved', 0n, 10n, 10n, 900n, 890n],
    ['the larger of both', 300n, 10n, 700n, 1000n, 990n],
    ['all of the distance, however small the step', 1n, 10n, 900n, 901n, 891n],
    ['downwards as upwards', 0n, 900n, 900n, 100n, 800n],
    ['only what moved on the way back', 200n, 10n, 900n, 700n, 200n],
    ['nothing back where it was typed', 0n, 10n, 900n, 10n, 0n],
    ['the distance on the other side, once it has crossed', 0n, 100n, 50n, 170n, 70n],
  ])('%s', (_, moved, typed, before, after, expected) => {
    const edit = { moved: usd(moved), typed: usd(typed), before: usd(before), after: usd(after) }
    expect(countedFor(edit)).toBe(expected)
  })

  test('so that nobody alone takes it further than the limit from what was typed, on however many days', () => {
    const amount = fc.bigInt({ min: 1n, max: 5_000_000_000n })
    fc.assert(
      fc.property(amount, fc.array(amount, { maxLength: 30 }), (typed, edits) => {
        let before = typed
        for (const after of edits) {
          const moved = countedFor({ moved: ZERO, typed: usd(typed), before: usd(before), after: usd(after) })
          // each on a day of its own: nothing was corrected lately
          if (!needsSecond({ moved, lately: ZERO, limit: LIMIT })) before = after
        }
        const away = before > typed ? before - typed : typed - before
        expect(away <= LIMIT).toBe(true)
      }),
    )
  })
})

describe('a request', () => {
  const money = { kind: 'update investment', asked_by: 'a', concerns: 'c', also_concerns: 'd' } as const
  const roles = { kind: 'set roles', asked_by: 'a', concerns: 'c', also_concerns: null } as const
  const me = (userId: string, ...held: ('owner' | 'reviewer' | 'support')[]) => ({ userId, roles: held })

  test('is for another administrator to decide, never for who asked or whose record it is', () => {
    expect(whyNotSecond(money, me('b', 'reviewer'), [])).toBeNull()
    expect(whyNotSecond(money, me('b', 'owner'), [])).toBeNull()
    expect(whyNotSecond(money, me('a', 'owner'), [])).toMatch(/asked for this yourself/)
    expect(whyNotSecond(money, me('c', 'owner'), [])).toMatch(/your own/)
    expect(whyNotSecond(money, me('d', 'owner'), [])).toMatch(/your own/)
    expect(whyNotSecond(money, me('b', 'support'), [])).toMatch(/can’t move money/)
    expect(whyNotSecond(money, me('b'), [])).not.toBeNull()
  })

  test('for roles is for owners alone', () => {
    expect(whyNotSecond(roles, me('b', 'owner'), [])).toBeNull()
    expect(whyNotSecond(roles, me('b', 'reviewer', 'support'), [])).toMatch(/Only an owner/)
    expect(whyNotSecond({ ...roles, kind: 'invite to roles', concerns: null }, me('b', 'reviewer'), [])).toMatch(
      /owner/,
    )
    expect(whyNotSecond({ ...roles, kind: 'unblock user' }, me('b', 'reviewer'), [])).toBe(
      'Only an owner can decide on administrators.',
    )
  })

  test('is decided once', () => {
    for (const decision of ['agree', 'refuse', 'withdraw'] as const) {
      expect(mayDecide(decision, 'waiting')).toBe(true)
      for (const state of ['agreed', 'refused', 'withdrawn'] as const) {
        expect(mayDecide(decision, state)).toBe(false)
        expect(whyNot(state)).toContain(state)
      }
    }
  })

  test('shows the fields that would differ, and no others', () => {
    expect(changesBetween({ amount: '1.00', status: 'pending' }, { amount: '2.00', status: 'pending' })).toEqual([
      { field: 'amount', before: '1.00', after: '2.00' },
    ])
    expect(changesBetween({ txid: null }, { txid: 'abc' })).toEqual([{ field: 'txid', before: null, after: 'abc' }])
    expect(changesBetween({ txid: null }, { txid: null })).toEqual([])
  })
})
