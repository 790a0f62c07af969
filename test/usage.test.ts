/** What a command says of itself where somebody asks. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test.each([
  ['books.ts', 'npm run books -- --full'],
  ['held.ts', 'npm run held -- WALLET SIGNATURE [PROOF]'],
  ['log.ts', 'npm run log -- restart'],
  ['witness.ts', '--once          asks once'],
  ['verify/verify.mjs', 'npm run verify -- held.json'],
])('%s says with --help what it takes, does nothing and ends with 0', (name, line) => {
  const script = join(import.meta.dirname, '../scripts', name)
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--help'], { encoding: 'utf8' })
  expect(stdout).toContain(line)
  expect(stdout).not.toContain(' * ')
  expect([status, stderr]).toEqual([0, ''])
})
