import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { announce } from '#notifications/notify.ts'
import { changeUser } from './change-user.ts'
import type { UserRow } from './find.ts'
import { lockUser } from './lock-user.ts'
import { putPicture } from './store.ts'

/** Replaces a user's picture. The new one has an address of its own, so that nobody sees the old one from a cache. */
export async function replacePicture(tx: Tx, clock: Clock, actor: Investor, image: Uint8Array): Promise<UserRow> {
  const user = await lockUser(tx, actor.userId)
  if (user === undefined) throw new Error(`user ${actor.userId} has gone`)
  const id = newId()
  await putPicture(tx, { id, user_id: user.id, image, created_at: clock.now() })
  await changeUser(tx, user.id, { picture_id: id })
  await announce(tx, user.id, 'identity')
  return { ...user, picture_id: id }
}
