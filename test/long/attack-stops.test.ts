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

/** What runs with its temporary files in this folder, as it was called. */
async function processesOf(folder: string): Promise<string[]> {
  const read = (id: string, file: string) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '')
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const environments = await Promise.all(all.map((id) => read(id, 'environ')))
  const ours = all.filter((_, place) => environments[place]?.split('\0').includes(`TMPDIR=${folder}`))
  return Promise.all(ours.map(async (id) => `${id} ${(await read(id, 'cmdline')).replaceAll('\0', ' ')}`))
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
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    try {
      let said = ''
      attack.stdout.setEncoding('utf8').on('data', (part: string) => (said += part))
      let complained = ''
      attack.stderr.setEncoding('utf8').on('data', (part: string) => (complained += part))
      await expect.poll(() => said, { timeout: 6 * PATIENCE, interval: 100 }).toContain('floods: 40 texts')
      const [running, app] = [await processesOf(folder), join('src', 'app', 'main.ts')]
      expect(running.filter((called) => called.includes(SCRIPT))).toHaveLength(1)
      expect(running.filter((called) => called.includes(app))).toHaveLength(1)
      attack.kill('SIGTERM')
      const began = performance.now()
      if (attack.exitCode === null && attack.signalCode === null) await once(attack, 'close')
      expect(performance.now() - began).toBeLessThan(WITHIN)
      expect(attack.exitCode).toBe(1)
      // the flood is broken off: it neither comes to its end nor is cut by the deadline
      expect(said).not.toMatch(/floods: (NOT )?held/)
      expect(complained).not.toContain('did not close')
      await expect.poll(() => processesOf(folder), { timeout: PATIENCE }).toEqual([])
    } finally {
      attack.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
)
