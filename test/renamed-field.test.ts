/** @module-tag thorough */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)
let copy: string

/** A copy of the sources in which one field of the wire has another name. */
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'plumb-rename-'))
  const names = (await readdir(ROOT)).filter((name) => /^(src|package\.json|tsconfig.*\.json)$/.test(name))
  for (const name of names) await cp(join(ROOT, name), join(copy, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const contract = join(copy, 'src/overview/contract.ts')
  const text = await readFile(contract, 'utf8')
  expect(text).toContain('account_balance:')
  await writeFile(contract, text.replace('account_balance:', 'earnings_balance:'))
})
afterAll(async () => {
  await rm(copy, { recursive: true, force: true })
})

/** The files in which the compiler names the field, by either name, in one file's part of a project. */
async function filesWithErrors(project: string, begin: string): Promise<string[]> {
  // not the whole project: what is not brought in from there does not know the field
  const part = {
    extends: `./tsconfig.${project}.json`,
    compilerOptions: { composite: false, incremental: false, emitDeclarationOnly: false, noEmit: true },
    ...{ include: [begin], exclude: [], references: [] },
  }
  await writeFile(join(copy, 'tsconfig.part.json'), JSON.stringify(part))
  const words = [
    join(ROOT, 'node_modules/typescript/bin/tsc'),
    '-p',
    'tsconfig.part.json',
    '--pretty',
    'false',
    '--singleThreaded',
  ]
  const said = await run(process.execPath, words, { cwd: copy }).catch((error: { stdout: string }) => error)
  const errors = said.stdout.split(/^(?=\S+\(\d+,\d+\): error)/m)
  const ofField = errors.filter((error) => /account_balance|earnings_balance/.test(error))
  return ofField.map((error) => error.slice(0, error.indexOf('(')))
}

test.each([
  ['on the server', 'server', 'src/overview/routes.ts', 'src/overview/balance.ts'],
  ['in the browser', 'web', 'src/overview/web/dashboard.tsx', 'src/overview/web/balance-cards.tsx'],
])('a field renamed in the contract is a compile error %s', async (_, project, begin, where) => {
  expect(await filesWithErrors(project, begin)).toContain(where)
})
