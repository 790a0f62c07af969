import type { Clock } from '#kit/clock.ts'
import { drawPicture, receivePicture } from '#kit/draw-picture.ts'
import type { Routes } from '#kit/routes.ts'
import type { UploadPlaces } from '#kit/upload-places.ts'
import { exportList, type Exports } from '#lists/export-list.ts'
import { asCount, asPage, withPageSize } from '#lists/replies.ts'
import type { usersContract } from './contract.ts'
import { usersFile } from './users-file.ts'
import { findUser, userOnWire } from './find.ts'
import { chooseMailWord, mailWordOf } from './mail-word.ts'
import { countListedUsers, listUsers, pictureOf } from './read.ts'
import { replacePicture } from './replace-picture.ts'
import { termsOwed } from '#settings/terms/read.ts'

/** The calls of this slice. */
export function usersRoutes({
  clock,
  exports,
  inUploadPlace,
}: {
  clock: Clock
  exports: Exports
  inUploadPlace: UploadPlaces
}): Routes<typeof usersContract> {
  return {
    'GET /api/user': ({ actor, read }) =>
      read(async (tx) => {
        const user = await findUser(tx, actor.userId)
        if (user === undefined) throw new Error(`user ${actor.userId} has gone`)
        const owed = await termsOwed(tx, actor.userId)
        return { user: userOnWire(user), ...(owed !== undefined && { terms_to_accept: owed }) }
      }),
    'POST /api/profile-update': async (context) => {
      const image = await receivePicture(inUploadPlace, context, drawPicture)
      return context.write(async (tx) => {
        const user = await replacePicture(tx, clock, context.actor, image)
        return { message: 'Your picture is updated.', user: userOnWire(user) }
      })
    },
    'GET /api/mail-word': ({ actor, read }) =>
      read(async (tx) => ({ status: 'success' as const, word: await mailWordOf(tx, actor) })),
    'POST /api/mail-word': (context) =>
      context.write(async (tx) => {
        const { word } = context.body
        await chooseMailWord(tx, clock, context.actor, word)
        return { message: word === null ? 'Your word is removed.' : 'Your word is saved. Our mails begin with it now.' }
      }),
    'GET /api/picture/:id': (context) => context.read((tx) => pictureOf(tx, context.params.id)),
    'GET /api/admin/users': ({ query, read }) => read(async (tx) => asPage(await listUsers(tx, withPageSize(query)))),
    'GET /api/admin/users/count': ({ query, read }) => read(async (tx) => asCount(await countListedUsers(tx, query))),
    'GET /api/admin/users/csv': ({ actor, query }) => exportList(exports, actor, usersFile, query),
  }
}
