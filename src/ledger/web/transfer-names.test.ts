import { expect, test } from 'vitest'
import { ACCOUNT_NAMES, TRANSFER_KINDS, TRANSFERS } from '#ledger/rules.ts'
import { ownAccounts } from '#texts/accounts.ts'
import { nameOf } from '#texts/transfers.ts'

test('each kind of transfer has one name for its investor, the same on screens and in files, and one for an operator', () => {
  for (const kind of TRANSFER_KINDS) expect(nameOf(kind), kind).toBe(TRANSFERS[kind].statement)
  for (const reader of ['operator', 'statement'] as const) {
    expect(new Set(TRANSFER_KINDS.map((kind) => TRANSFERS[kind][reader])).size).toBe(TRANSFER_KINDS.length)
  }
})

test('each of an investor’s accounts has one name, the same on screens and in files', () => {
  expect(ACCOUNT_NAMES).toEqual(ownAccounts)
})
