import type { Database } from '#kit/database.ts'
import { expireApprovals } from './expire.ts'

/** What happens to requests for a second approval automatically. */
export function approvalJobs({ db }: { db: Database }) {
  const job = 'approval expiry'
  const run = (stopping?: AbortSignal) => expireApprovals(db, { job }, stopping)
  return [{ name: job, everySeconds: 60, run }]
}
