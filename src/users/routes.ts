import type { Clock } from '#kit/clock.ts'
import { refuseField } from '#kit/refusal.ts'
import type { Routes } from '#kit/routes.ts'
import { exportList, type Exports } from '#lists/export-list.ts'
import { asPage, withPageSize } from '#lists/replies.ts'
import type { usersContract } from './contract.ts'
import { usersFile } from './users-file.ts'
import { findUser, userOnWire } from './find.ts'
import { listUsers, pictureOf } from './read.ts'
import { drawPicture, replacePicture } from './replace-picture.ts'
import { openUploadPlaces } from './upload-places.ts'

/** The calls of this slice. */
export function usersRoutes({ clock, exports }: { clock: Clock; exports: Exports }): Routes<typeof usersContract> {
  const inUploadPlace = openUploadPlaces()
  return {
    'GET /api/user': ({ actor, read }) =>
      read(async (tx) => {
        const user = await findUser(tx, actor.userId)
        if (user === undefined) throw new Error(`user ${actor.userId} has gone`)
        return { user: userOnWire(user) }
      }),
    'POST /api/profile-update': async (context) => {
      const { userId } = context.actor
      const image = await inUploadPlace(userId, async () => {
        const upload = await context.upload()
        if (upload?.field !== 'image') refuseField('image', 'Choose a picture and send it in the field image.')
        return drawPicture(upload.bytes, userId)
      })
      return context.write(async (tx) => {
        const user = await replacePicture(tx, clock, context.actor, image)
        return { message: 'Your picture is updated.', user: userOnWire(user) }
      })
    },
    'GET /api/picture/:id': (context) => context.read((tx) => pictureOf(tx, context.params.id)),
    'GET /api/admin/users': ({ query, read }) => read(async (tx) => asPage(await listUsers(tx, withPageSize(query)))),
    'GET /api/admin/users/csv': ({ actor, query }) => exportList(exports, actor, usersFile, query),
  }
}
