import { expect, test } from 'vitest'
import { OWN_ACCOUNTS } from './statement.ts'
import { ownAccounts } from '#texts/accounts.ts'
import { ACCOUNT_NAMES } from './kinds.ts'

test('each of an investor’s accounts has one name, the same on screens and in files', () => {
  for (const account of OWN_ACCOUNTS) expect(ACCOUNT_NAMES[account], account).toBe(ownAccounts[account])
})
