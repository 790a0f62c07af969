import type { Clock } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import type { Routes } from '#kit/routes.ts'
import { askForArchive } from './ask.ts'
import type { archiveContract } from './contract.ts'
import { downloadArchive } from './download.ts'
import { ownArchive } from './read.ts'

/** The calls of this slice. */
export function archiveRoutes(house: { db: Database; clock: Clock }): Routes<typeof archiveContract> {
  return {
    'GET /api/archive': ({ actor, read }) =>
      read(async (tx) => ({ archive: await ownArchive(tx, house.clock, actor) })),
    'POST /api/make-archive': ({ actor, write }) =>
      write(async (tx) => {
        await askForArchive(tx, actor)
        return { message: 'Your file is being made. We’ll tell you when it’s ready.' }
      }),
    'GET /api/archive.zip': ({ actor }) => downloadArchive(house, actor),
  }
}
