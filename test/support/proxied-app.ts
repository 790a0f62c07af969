/** The app with a database that can be cut off from it at any statement of any call. */
import { startTestApp, type TestApp } from './app.ts'
import { type DatabaseProxy, type Fault, openDatabaseProxy, type Statement } from './database-proxy.ts'

export type ProxiedApp = { house: TestApp; proxy: DatabaseProxy; close(): Promise<void> }

export async function startProxiedApp(options: Parameters<typeof startTestApp>[0] = {}): Promise<ProxiedApp> {
  let opened: DatabaseProxy | undefined
  const house = await startTestApp({
    ...options,
    async through(connectionString) {
      opened = await openDatabaseProxy(connectionString)
      return opened.connectionString
    },
  })
  if (opened === undefined) throw new Error('the app has asked for no way to its database')
  const proxy = opened
  return {
    house,
    proxy,
    async close() {
      await proxy.heal()
      await house.close()
      await proxy.close()
    },
  }
}

/**
 * Follows the transactions that take an Idempotency-Key (a key of somebody's, or any key of a call: `POST /api/…`). `nth` counts their statements from 0, which is the one that takes
 * the key; each try of a call counts from 0 again.
 */
export function ofKey(
  key: string,
  fault: (nth: number, statement: Statement) => Fault,
): (statement: Statement) => Fault {
  let at: { connection: number; nth: number } | undefined
  return (statement) => {
    if (statement.text.includes('into "idempotency"') && statement.values.includes(key)) {
      at = { connection: statement.connection, nth: -1 }
    }
    if (at?.connection !== statement.connection) return 'none'
    at.nth += 1
    const { nth } = at
    if (isEnd(statement)) at = undefined
    return fault(nth, statement)
  }
}

/** Does this to the COMMIT of what is done under a key (or by a call), and keeps the database away from then on. */
export function atCommit({ proxy }: Pick<ProxiedApp, 'proxy'>, key: string, fault: Fault): void {
  proxy.each(
    ofKey(key, (_, statement) => {
      if (!isCommit(statement)) return 'none'
      if (fault === 'cut after') proxy.each(() => 'cut before')
      else void proxy.refuse()
      return fault
    }),
  )
}

export function isCommit({ text }: Statement): boolean {
  return text === 'commit'
}

function isEnd({ text }: Statement): boolean {
  return text === 'commit' || text === 'rollback'
}
