import { spawn } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyedWith, openPepper, pepperFile } from './pepper.ts'
import { readSettings } from './config.ts'

const MODULE = join(import.meta.dirname, 'pepper.ts')
const GIVEN = 'forty bytes that are as good as any others'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'plumb-pepper-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const open = (pepper = readSettings({}).pepper) => openPepper({ dataDir, pepper })
const markOf = (pepper: ReturnType<typeof open>) => keyedWith(pepper, 'fingerprint', '')

test('the first start makes a file for its owner alone, and every other start reads it', () => {
  const first = open()
  expect(statSync(pepperFile(dataDir)).mode & 0o777).toBe(0o600)
  expect(readFileSync(pepperFile(dataDir), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
  expect(markOf(open())).toBe(markOf(first))
  expect(readdirSync(dataDir)).toEqual(['pepper'])
})

test('of processes that start at once all have the same', async () => {
  const say = `import { keyedWith, openPepper } from ${JSON.stringify(MODULE)}
    console.log(keyedWith(openPepper({ dataDir: ${JSON.stringify(dataDir)}, pepper: undefined }), 'fingerprint', ''))`
  const marks = await Promise.all(
    Array.from({ length: 6 }, () =>
      text(
        spawn(process.execPath, ['--input-type=module', '-e', say], { stdio: ['ignore', 'pipe', 'inherit'] }).stdout,
      ),
    ),
  )
  expect(new Set(marks.map((mark) => mark.trim()))).toEqual(new Set([markOf(open())]))
  expect(readdirSync(dataDir)).toEqual(['pepper'])
})

test.each([0o640, 0o604, 0o666])('a file that others may read (%o) is refused with what to do', (mode) => {
  open()
  chmodSync(pepperFile(dataDir), mode)
  expect(() => open()).toThrow(`chmod 600 ${pepperFile(dataDir)}`)
})

test.each(['', 'too short'])('a file that holds no pepper (%j) is refused, and left as it is', (held) => {
  writeFileSync(pepperFile(dataDir), held, { mode: 0o600 })
  expect(() => open()).toThrow('holds no pepper')
  expect(readFileSync(pepperFile(dataDir), 'utf8')).toBe(held)
})

test('the environment goes before the file, which may be moved into it', () => {
  const own = open()
  const moved = readSettings({ CODE_PEPPER: readFileSync(pepperFile(dataDir), 'utf8').trim() }).pepper
  expect(markOf(open(moved))).toBe(markOf(own))
  expect(markOf(open(readSettings({ CODE_PEPPER: GIVEN }).pepper))).not.toBe(markOf(own))
})

test('a short one in the environment is refused, and not repeated', () => {
  expect(() => readSettings({ CODE_PEPPER: 'hunter2' })).toThrow('CODE_PEPPER has 7 bytes: it takes 32 or more')
  expect(() => readSettings({ CODE_PEPPER: 'hunter2' })).not.toThrow('hunter2')
})

test('it shows nowhere: the operator sees whether it is set, and what is printed has none of it', () => {
  const settings = readSettings({ CODE_PEPPER: GIVEN })
  expect(settings.environment).toContainEqual({ name: 'CODE_PEPPER', set: true, value: null })
  for (const printed of [inspect(settings, { depth: null, showHidden: true }), JSON.stringify(settings)]) {
    expect(printed).not.toContain(GIVEN)
    expect(printed).not.toContain(Buffer.from(GIVEN).toString('hex'))
    expect(printed).not.toContain(Buffer.from(GIVEN).toString('base64'))
  }
})
