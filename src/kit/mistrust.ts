import type pg from 'pg'

const WARNING = '01000'
/** SQLSTATE "transaction resolution unknown". */
const UNKNOWN = '08007'
/** SQLSTATE "read-only transaction": the server has become a standby, and stays one. */
const READ_ONLY = '25006'

type Query = (...sent: unknown[]) => unknown

/**
 * Watches a connection for what looks like an answer and is none, and for answers that do not come. Such a connection is
 * closed; nothing is ever cancelled on it, so a COMMIT that is under way goes on by itself.
 *
 * - With synchronous standbys a COMMIT whose wait for them is cancelled is answered as done, with a warning: it stands on
 *   this machine alone, and would be gone should another take over. The statement fails with 08007.
 * - A server that was made a standby refuses to write for as long as the connection lasts; the next one leads to the
 *   server that took over.
 * - Where packets are swallowed, no answer and no error ever comes: after `longest` milliseconds the connection is taken
 *   for lost.
 */
export function mistrust(client: pg.Client, longest: number): void {
  let doubt: string | undefined
  client.on('notice', ({ code, routine, message = '' }) => {
    // By where it comes from: the server says it in its own language.
    if (code === WARNING && routine === 'SyncRepWaitForLSN') doubt = message
  })
  const close = () => void client.end().catch(() => {})
  const query = client.query.bind(client) as Query
  const watched = async (...sent: unknown[]): Promise<unknown> => {
    const late = setTimeout(close, longest)
    try {
      const answer = await query(...sent)
      if (doubt === undefined) return answer
      const error = new Error(doubt)
      doubt = undefined
      throw Object.assign(error, { code: UNKNOWN })
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === READ_ONLY) close()
      throw error
    } finally {
      clearTimeout(late)
    }
  }
  client.query = watched as typeof client.query
}
