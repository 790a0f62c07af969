import { describe, expect, test } from 'vitest'
import type { BalanceOfProof, OwnBundle } from '../contract.ts'
import {
  compareBalance,
  compareName,
  comparePublished,
  lookAtCosigners,
  type ProofStep,
  verdictOfProof,
} from './check-own.ts'

const bundle: OwnBundle = {
  ...{ epoch: 3, made_at: '2026-11-27T00:00:00.000Z', name: 'ada', nonce: 'AAAAAAAAAAAAAAAAAAAAAA==', log: null },
  parts: [
    { amount: '2500000', leaf: 3, path: [] },
    { amount: '10000000', leaf: 9, path: [] },
  ],
  ...{ position: 41, depth: 10, unowned: '0', total: '12500001', root: 'cm9vdA==' },
}

describe('the statement at the position of a proof', () => {
  const balance: BalanceOfProof = {
    ...{ epoch: 3, position: bundle.position, earned: '3.00', moved: '0.00', now: '15.50', unposted: '0.10' },
    accounts: [
      { account: 'earnings', balance: '2.25' },
      { account: 'invested', balance: '10.00' },
    ],
    ...{ held: '0.25', owed: '12.50' },
  }
  test('has to come to what the leaves come to, account by account, with what is held', () => {
    expect(compareBalance(bundle, balance)).toEqual({ what: 'balance', is: 'yes', where: '' })
    const less = { ...balance, accounts: [{ account: 'earnings' as const, balance: '2.25' }] }
    expect(compareBalance(bundle, less)).toMatchObject({
      is: 'no',
      where: 'your statement says $2.50, your two leaves come to $12.50',
    })
    expect(compareBalance(bundle, { ...balance, held: '0.250001' })).toMatchObject({ is: 'no' })
    // what it says itself that it comes to is not believed
    expect(compareBalance(bundle, { ...balance, held: '0.00' })).toMatchObject({ is: 'no' })
  })
  test('has to be of the same position, and is not checked where it cannot be read', () => {
    expect(compareBalance(bundle, { ...balance, position: 40 })).toMatchObject({ is: 'no' })
    expect(compareBalance(bundle, undefined)).toMatchObject({ is: 'not checked' })
  })
})

test('leaves of somebody else are no, also where they come to the same amount, and without a name not checked', () => {
  expect(compareName(bundle, 'Ada')).toEqual({ what: 'yours', is: 'yes', where: '' })
  expect(compareName(bundle, 'bob')).toMatchObject({ is: 'no', where: 'they are those of ada' })
  expect(compareName(bundle, undefined)).toMatchObject({ is: 'not checked' })
})

describe('what everybody is shown', () => {
  const shown = {
    ...{ epoch: 3, made_at: bundle.made_at, reason: null, position: bundle.position, depth: bundle.depth },
    ...{ root: bundle.root, total: '12.500001', unowned: '0.00', log: null },
  }
  test('has to be what the leaves lead to', () => {
    expect(comparePublished(bundle, [shown])).toMatchObject({ is: 'yes' })
    for (const other of [{ total: '12.50' }, { unowned: '0.01' }, { root: bundle.nonce }, { depth: 11 }]) {
      expect(comparePublished(bundle, [{ ...shown, ...other }])).toMatchObject({ is: 'no' })
    }
    // what could not be read says nothing of what stands there
    expect(comparePublished(bundle, undefined)).toMatchObject({ is: 'not checked' })
    expect(comparePublished(bundle, [{ ...shown, epoch: 4 }])).toMatchObject({
      where: 'everybody is shown no such proof',
    })
  })
  test('is not checked where it cannot be read', () => {
    expect(comparePublished(bundle, undefined)).toMatchObject({ is: 'not checked' })
  })
})

describe('who else has signed', () => {
  const has = { name: 'anna.example', is: 'yes', seconds: 1 } as const
  const hasNot = { name: 'ben.example', is: 'not there', seconds: null } as const
  test('is yes by one witness, and no by one line that is not theirs, or by another past', () => {
    expect(lookAtCosigners({ continues: 'yes', witnesses: [has, hasNot] })).toMatchObject({ is: 'yes' })
    expect(lookAtCosigners({ continues: 'yes', witnesses: [has, { ...hasNot, is: 'no' }] })).toMatchObject({
      is: 'no',
      where: 'ben.example has not signed what stands there in its name',
    })
    expect(lookAtCosigners({ continues: 'no', witnesses: [has] })).toMatchObject({ is: 'no' })
  })
  test('is said openly where it is nobody, and where nobody could be asked', () => {
    expect(lookAtCosigners({ continues: 'yes', witnesses: [] })).toMatchObject({
      is: 'not there',
      where: expect.stringContaining('Nobody else has signed'),
    })
    expect(lookAtCosigners({ continues: 'yes', witnesses: [hasNot] })).toMatchObject({ is: 'not there' })
    expect(lookAtCosigners(undefined)).toMatchObject({ is: 'not checked' })
  })
})

describe('the answer', () => {
  const step = (is: ProofStep['is']): ProofStep => ({ what: 'log', is, where: '' })
  test('is yes only where everything was looked at and is right', () => {
    expect(verdictOfProof([step('yes'), step('yes')])).toBe('yes')
    expect(verdictOfProof([step('yes'), step('not there')])).toBe('yes')
    expect(verdictOfProof([step('yes'), step('not checked')])).toBe('not checked')
    expect(verdictOfProof([step('no'), step('not checked')])).toBe('no')
    expect(verdictOfProof([])).toBe('not checked')
  })
})
