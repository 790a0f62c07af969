import type { Database } from '#kit/database.ts'
import { makeArchives } from './make.ts'

/** What people have asked for is made, and let go of after a day. */
export function archiveJobs({ db }: { db: Database }) {
  return [{ name: 'archives', everySeconds: 3, run: (stopping?: AbortSignal) => makeArchives(db, stopping) }]
}
