/** A thread that hashes, one password after another, and lets everything else on the machine go before it. */
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync } from '@node-rs/argon2'
import type { HashRequest, HashResult } from './hash-thread.ts'

/** Of 19. A hash still gets its share of a machine that is busy all the time. */
const NICENESS = 5

try {
  // Linux gives each thread a priority of its own; elsewhere it would be that of the whole process.
  const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
  if (thread !== undefined) setPriority(Number(thread), NICENESS)
} catch {
  // not Linux
}

parentPort?.on('message', ({ id, password, recipe }: HashRequest) => {
  const made: HashResult = { id, hash: hashSync(password, recipe) }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(made)
})
