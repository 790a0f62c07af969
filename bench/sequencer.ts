/**
 * What gives positions, in a process of its own: `once` all that there is, between `begin` and `end` what is new every two
 * seconds, as the app does. Answers how many it has numbered, and the microseconds that it has spent on that.
 * `bench/sequencer.ts DATABASE_URL`
 */
import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '#kit/clock.ts'
import { openDatabase } from '#kit/database.ts'
import { numberEntries } from '#log/number-entries.ts'

export type Sequenced = { numbered: number; processor: number; oneHash: number }

const EVERY = 2 * SECOND
const HASHES = 100_000
const { db } = openDatabase({ connectionString: process.argv[2] ?? '' }, { size: 2, log: () => {} })
let working = false
let work = Promise.resolve(0)

process.once('disconnect', () => process.exit())
process.on('message', (order: 'once' | 'begin' | 'end') => void obey(order))
process.send?.('ready')

async function obey(order: 'once' | 'begin' | 'end'): Promise<void> {
  if (order === 'begin') {
    working = true
    work = workOn()
    return
  }
  working = false
  await work
  const { user, system } = process.cpuUsage()
  const numbered = await numberEntries(db)
  const spent = process.cpuUsage({ user, system })
  process.send?.({ numbered, processor: spent.user + spent.system, oneHash: ofOneHash() } satisfies Sequenced)
}

async function workOn(): Promise<number> {
  let numbered = 0
  while (working) {
    const began = performance.now()
    numbered += await numberEntries(db)
    await pause(Math.max(0, EVERY - (performance.now() - began)))
  }
  return numbered
}

/** Microseconds that one hash of a hundred bytes takes here and now: what else the machine does makes that slower as well. */
function ofOneHash(): number {
  const bytes = Buffer.alloc(100)
  const before = process.cpuUsage()
  for (let at = 0; at < HASHES; at += 1) {
    bytes.writeUInt32LE(at)
    hash('sha256', bytes, 'latin1')
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / HASHES
}
