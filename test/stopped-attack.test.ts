/** What an attack starts is gone, or was never begun, where it is told to stop early; while it floods: test/long. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runAttack } from '../scripts/attack/planted-holes.ts'
import { startFloodedApp } from '../scripts/flooded-app.ts'

const HOLES = join(import.meta.dirname, '../scripts/attack/planted-holes.ts')
const HOLE = { by: 'paths', requests: 1, says: 'nothing' }
/** In the place of the attack: says that it has begun, and ends once it is told to. */
const STANDING = `
  require('node:fs').writeFileSync('begun', '')
  process.on('SIGTERM', () => { require('node:fs').writeFileSync('told', ''); process.exit(1) })
  setInterval(() => {}, 1000)`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumb-stopped-'))
  await mkdir(join(folder, 'scripts'))
  await writeFile(join(folder, 'scripts/attack.ts'), STANDING)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})
const has = (name: string) => existsSync(join(folder, name))

test('the attack on a hole is not begun by who was told to stop while it was planted', async () => {
  await expect(runAttack(folder, HOLE, AbortSignal.abort())).rejects.toThrow('This operation was aborted')
  expect(has('begun')).toBe(false)
})

test('the attack on a hole is told to stop when who has begun it ends', async () => {
  const script = `
    import { runAttack } from ${JSON.stringify(HOLES)}
    process.stdin.once('end', () => process.exit(1)).resume()
    await runAttack(${JSON.stringify(folder)}, ${JSON.stringify(HOLE)}, new AbortController().signal)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  await expect.poll(() => has('begun')).toBe(true)
  parent.stdin.end()
  await once(parent, 'exit')
  await expect.poll(() => has('told')).toBe(true)
})

test('an app for floods that is told to stop while it starts says so and leaves nothing', async () => {
  vi.stubEnv('TMPDIR', folder)
  const stopping = new AbortController()
  const started = startFloodedApp(stopping.signal)
  started.catch(() => {})
  const itsFolder = async () => (await readdir(folder)).filter((name) => name.startsWith('plumb-floods-'))
  await expect.poll(itsFolder).toHaveLength(1)
  stopping.abort()
  await expect(started).rejects.toThrow('This operation was aborted')
  expect(await itsFolder()).toEqual([])
})
