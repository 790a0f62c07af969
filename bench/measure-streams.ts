/** Two thousand open streams of events: what each costs the app in memory, and how soon all of them hear of a change. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Visitor } from '../test/support/visitor.ts'
import { type Line, percentile } from './measure-calls.ts'
import { openSessions } from './sessions.ts'

const STREAMS = 2000
/** A user may have five. */
const EACH = 5
/** After these the app has as much room for what comes and goes as it ever takes: it belongs to no stream. */
const FIRST = 500
/** KiB of the app's memory for one stream. */
const MEMORY = 32
/** Milliseconds from the sending of a change until all have heard of it, 99 of a hundred. */
const HEARD = 100
const ROUNDS = 10
/** Milliseconds until memory has settled. */
const SETTLING = 5000

type Options = { connectionString: string; url: string; appPid: number; owner: Visitor; say: (line: Line) => void }

/** Opens the streams, changes a setting that everybody is told of, and tells what that took. */
export async function measureStreams({ connectionString, url, appPid, owner, say }: Options): Promise<Line[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const sessions = await openSessions(client, STREAMS / EACH)
  await client.end()
  if (sessions.length < STREAMS / EACH)
    throw new Error(`Only ${sessions.length} people can open streams: take more users.`)
  const listeners = spawn(process.execPath, [join(import.meta.dirname, 'stream-listeners.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const told = async () => ((await once(listeners, 'message')) as [number[]])[0]
  try {
    const memoryWith = async (some: typeof sessions) => {
      const ready = told()
      listeners.send({ url: `${url}/api/events`, each: EACH, headers: some.map(({ headers }) => headers) })
      await ready
      await pause(SETTLING)
      return memoryOf(appPid)
    }
    const before = await memoryWith(sessions.slice(0, FIRST / EACH))
    const each = ((await memoryWith(sessions.slice(FIRST / EACH))) - before) / (STREAMS - FIRST)
    const took: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const heard = told()
      const began = process.hrtime.bigint()
      const value = String(24 + (round % 2))
      await owner.must('/api/update-setting/payment_hours', { value, reason: 'To be heard of.' })
      took.push(...(await heard).map((at) => at - Number(began) / 1e6))
      await pause(500)
    }
    const lines: Line[] = [
      {
        what: `memory of one more stream, from ${FIRST} to ${STREAMS}, KiB`,
        median: each,
        tail: each,
        budget: MEMORY,
        held: each <= MEMORY,
      },
      {
        what: 'a change until a stream hears of it, 99 of 100',
        ...{ median: percentile(took, 0.99), tail: percentile(took, 1), budget: HEARD },
        held: percentile(took, 0.99) <= HEARD,
        note: `half of them within ${percentile(took, 0.5).toFixed(0)}`,
      },
    ]
    for (const line of lines) say(line)
    return lines
  } finally {
    listeners.kill('SIGTERM')
  }
}

/** KiB that a process holds. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? NaN)
}
