import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const TYPES = '.cache/types'
const run = promisify(execFile)
/** The whole of it is compiled, on a machine that does other things. */
const LONG = { timeout: 600_000 }
let copy: string

/** A copy of the sources in which one field of the wire has another name. */
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'plumb-rename-'))
  const names = (await readdir(ROOT)).filter((name) =>
    /^(src|test|scripts|bench|package\.json|.*\.config\.ts|tsconfig.*\.json)$/.test(name),
  )
  // As old as they are: what is changed below has to be newer than what the compiler found, be it by a moment.
  const asTheyAre = { recursive: true, preserveTimestamps: true }
  for (const name of names) await cp(join(ROOT, name), join(copy, name), asTheyAre)
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  // What the compiler found here before, where it has run: what has not changed since is not looked at again.
  await cp(join(ROOT, TYPES), join(copy, TYPES), asTheyAre).catch(() => {})
})
afterAll(async () => {
  await rm(copy, { recursive: true, force: true })
})

async function compile(): Promise<string> {
  try {
    return (
      await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-b', '--pretty', 'false'], {
        cwd: copy,
      })
    ).stdout
  } catch (error) {
    const { stdout } = error as { stdout: string }
    if (stdout === '') throw error
    return stdout
  }
}

test('a field renamed in the contract is a compile error on the server and in the browser', LONG, async () => {
  const contract = join(copy, 'src/overview/contract.ts')
  const text = await readFile(contract, 'utf8')
  expect(text).toContain('account_balance:')
  await writeFile(contract, text.replace('account_balance:', 'earnings_balance:'))

  // compiled once: that nothing else is wrong is seen by what each of them says
  const errors = (await compile()).split(/^(?=\S+\(\d+,\d+\): error)/m)
  expect(errors.filter((error) => !/account_balance|earnings_balance/.test(error))).toEqual([])
  const files = new Set(errors.map((error) => /^(src\/[^(]+)\(/.exec(error)?.[1] ?? ''))
  expect([...files].filter((file) => /^src\/[a-z]+\/(routes|balance)\.ts$/.test(file))).not.toEqual([])
  expect([...files].filter((file) => /\/web\//.test(file))).not.toEqual([])
})
