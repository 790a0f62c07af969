/** @module-tag thorough */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, 'second-verifier')

test('the second verifier agrees with an encoder of its own, and says what is wrong where something was changed', async () => {
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, ['--test', join(folder, 'second-verifier.selftest.mjs')], (_error, out) => resolve(out))
  })
  expect(said).toMatch(/pass 3\d\n/)
  expect(said).toContain('fail 0\n')
})

test('it shares no line with the app: it imports what Node has and its own files', () => {
  for (const file of readdirSync(folder)) {
    const sources = [...readFileSync(join(folder, file), 'utf8').matchAll(/from '([^']+)'/g)].map(
      ([, from = '']) => from,
    )
    expect(sources.filter((from) => !/^(node:|\.\/second-)/.test(from))).toEqual([])
  }
})
