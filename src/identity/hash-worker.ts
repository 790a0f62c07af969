/** A thread that hashes, one password after another, and lets everything else on the machine go before it. */
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { hashSync } from '@node-rs/argon2'
import { doEach } from '#kit/thread.ts'
import type { HashOrder } from './hash-thread.ts'

/** Of 19. A hash still gets its share of a machine that is busy all the time. */
const NICENESS = 5

try {
  // Linux gives each thread a priority of its own; elsewhere it would be that of the whole process.
  const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
  if (thread !== undefined) setPriority(Number(thread), NICENESS)
} catch {
  // not Linux
}

doEach(({ password, recipe }: HashOrder) => hashSync(password, recipe))
