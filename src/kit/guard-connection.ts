import pg from 'pg'
import { SECOND } from './clock.ts'
import { codeOf } from './error-code.ts'
import { ignoreRoleSettings } from './role-settings.ts'

const WARNING = '01000'
/** SQLSTATE "transaction resolution unknown". */
const UNKNOWN = '08007'
/** SQLSTATE "read-only transaction": the server has become a standby, and stays one. */
const READ_ONLY = '25006'

/** Milliseconds for asking the server, by another connection, what ours waits for. */
const PROBE = 3 * SECOND

type Query = (...sent: unknown[]) => unknown

/**
 * Watches a connection for what looks like an answer and is none, and for answers that do not come. Such a connection is
 * closed; nothing is ever cancelled on it, so a COMMIT that is under way continues on its own.
 *
 * - With synchronous standbys a COMMIT whose wait for them is cancelled is answered as done, with a warning: it stands on
 *   this machine alone, and would be gone should another take over. The statement fails with 08007.
 * - A server that was made a standby refuses to write for as long as the connection lasts; the next one leads to the
 *   server that took over.
 * - Where packets are swallowed, no answer and no error ever comes: after `longest` milliseconds the connection is taken
 *   for lost. Not so where the server is at a COMMIT that waits for its standby: it would go on waiting there without
 *   us, and each write after it would leave another one behind, until the server takes no connections any more.
 */
export function guardConnection(client: pg.Client, connection: pg.ClientConfig, longest: number): void {
  let doubt: string | undefined
  client.on('notice', ({ code, routine, message = '' }) => {
    // By where it comes from: the server says it in its own language.
    if (code === WARNING && routine === 'SyncRepWaitForLSN') doubt = message
  })
  const close = () => void client.end().catch(() => {})
  // A pipeline would wait for its answers before it ends.
  const cut = () => {
    close()
    client.connection.stream.destroy()
  }
  const query = client.query.bind(client) as Query
  const watched = async (...sent: unknown[]): Promise<unknown> => {
    let late: NodeJS.Timeout | undefined
    // Once more for as long as the standby is waited for.
    const waitOn = () => {
      late = setTimeout(() => {
        void waitsForStandby(client, connection, Math.min(longest, PROBE)).then((waits) =>
          late === undefined ? undefined : waits ? waitOn() : cut(),
        )
      }, longest)
    }
    waitOn()
    try {
      const answer = await query(...sent)
      if (doubt === undefined) return answer
      const error = new Error(doubt)
      doubt = undefined
      throw Object.assign(error, { code: UNKNOWN })
    } catch (error) {
      if (codeOf(error) === READ_ONLY) close()
      throw error
    } finally {
      clearTimeout(late)
      late = undefined
    }
  }
  client.query = watched as typeof client.query
}

/** Whether the server is at a COMMIT of this connection that waits for a standby. False if it cannot be asked. */
async function waitsForStandby(client: pg.Client, connection: pg.ClientConfig, patience: number): Promise<boolean> {
  const times = { connectionTimeoutMillis: patience, query_timeout: patience }
  const other = new pg.Client({ ...connection, ...times })
  other.on('error', () => {})
  try {
    await other.connect()
    await ignoreRoleSettings(other)
    const { rows } = await other.query<{ waits: boolean }>(
      "SELECT wait_event IS NOT DISTINCT FROM 'SyncRep' AS waits FROM pg_stat_activity WHERE pid = $1",
      [processOf(client)],
    )
    return rows[0]?.waits === true
  } catch {
    return false
  } finally {
    void other.end().catch(() => {})
  }
}

/** The server's process behind a connection, which the types of pg leave out. */
export function processOf(client: pg.Client): number | null {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : null
}
