/** The hostile suite has floods, a browser and an app of its own under way, and leaves none of them behind. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PATIENCE } from '../support/patience.ts'

const SCRIPT = join(import.meta.dirname, '../../scripts/attack.ts')
/** Milliseconds after which whatever has not closed is left as it is, and a guard's patience. */
const WITHIN = 12_000

/** Processes whose temporary files lie in this folder. */
async function processesOf(folder: string): Promise<string[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const environments = await Promise.all(all.map((id) => readFile(`/proc/${id}/environ`, 'utf8').catch(() => '')))
  return all.filter((_, place) => environments[place]?.split('\0').includes(`TMPDIR=${folder}`))
}

test.runIf(process.platform === 'linux')(
  'an attack that is told to stop ends within seconds, with all that it has started',
  { timeout: 8 * PATIENCE },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plumb-stops-'))
    const attack = spawn(
      process.execPath,
      [SCRIPT, '--only', 'cross-site, floods', '--requests', '50', '--seed', '1'],
      {
        env: { ...process.env, TMPDIR: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    try {
      attack.stdout.resume()
      // the app that is flooded
      const begun = async () => (await readdir(folder)).some((name) => name.startsWith('plumb-floods-'))
      await expect.poll(begun, { timeout: 6 * PATIENCE, interval: 100 }).toBe(true)
      expect((await processesOf(folder)).length).toBeGreaterThan(0)
      attack.kill('SIGTERM')
      const began = performance.now()
      if (attack.exitCode === null && attack.signalCode === null) await once(attack, 'exit')
      expect(performance.now() - began).toBeLessThan(WITHIN)
      expect(attack.exitCode).not.toBe(0)
      await expect.poll(() => processesOf(folder), { timeout: PATIENCE }).toEqual([])
    } finally {
      attack.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
)
