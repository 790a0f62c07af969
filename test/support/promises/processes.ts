/** Two processes on one database, which take acts at the same time. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openBeside } from '../database.ts'
import { type Act, type Cast, type Outcome, take } from './acts.ts'

/** Takes acts, one after the other. */
export type Hand = { take(cast: Cast, act: Act): Promise<Outcome>; close(): Promise<void> }

/** Of this process, with connections of its own. */
export function ownHand(connectionString: string): Hand {
  const db = openBeside(connectionString)
  return { take: (cast, act) => take(db, cast, act), close: () => db.destroy() }
}

/** What the other process answers. */
export type Answer = { outcome: Outcome } | { failed: string }

/** Of a process of its own. */
export async function processHand(connectionString: string): Promise<Hand> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'process.ts'), [connectionString], {
    serialization: 'advanced',
    execArgv: [],
  })
  const said = async (): Promise<Answer> => {
    const ended = new AbortController()
    try {
      const [answer] = (await Promise.race([
        once(child, 'message', { signal: ended.signal }),
        once(child, 'exit', { signal: ended.signal }).then(() => Promise.reject(new Error('the process has ended'))),
      ])) as [Answer]
      return answer
    } finally {
      ended.abort()
    }
  }
  await said()
  return {
    async take(cast, act) {
      child.send({ cast, act })
      const answer = await said()
      if ('failed' in answer) throw new Error(answer.failed)
      return answer.outcome
    },
    async close() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
