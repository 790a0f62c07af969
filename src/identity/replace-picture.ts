import sharp from 'sharp'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { refuseField } from '#kit/refusal.ts'
import { takingTurns } from '#kit/turns.ts'
import { announce } from '#notifications/notify.ts'
import { changeUser, lockUserRow, putPicture, type UserRow } from './store.ts'

const SIDE = 512
const MOST_PIXELS = 50_000_000
const SECONDS = 15
/** A picture of the most pixels may take 300 MB while it is drawn: progressive JPEGs cannot be read in strips. */
const turn = takingTurns(2)

/** How a file of each kind begins. Nothing else is handed to the decoders. */
const BEGINNINGS: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
]

/**
 * Draws what somebody sent anew, as 512 × 512 webp: upright, cropped to the middle, without anything that was not
 * picture (place, camera, scripts). 422 for what is not a whole jpeg, png or webp, or has more than 50 megapixels.
 */
export async function drawPicture(sent: Uint8Array, of?: string): Promise<Uint8Array> {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength)
  if (!BEGINNINGS.some((begins) => begins(bytes))) refuseField('image', 'Choose a JPEG, PNG or WebP picture.')
  try {
    return await turn(
      () =>
        sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning' })
          .autoOrient()
          .resize(SIDE, SIDE, { fit: 'cover' })
          .timeout({ seconds: SECONDS })
          .webp({ quality: 82 })
          .toBuffer(),
      of,
    )
  } catch {
    // Whatever the decoders stumble over is in the file; their words are not for people.
    return refuseField('image', 'This picture is damaged or too large. Choose another, of at most 50 megapixels.')
  }
}

/** Replaces a user's picture. The new one has an address of its own, so that nobody sees the old one from a cache. */
export async function replacePicture(tx: Tx, clock: Clock, actor: Investor, image: Uint8Array): Promise<UserRow> {
  const user = await lockUserRow(tx, actor.userId)
  if (user === undefined) throw new Error(`user ${actor.userId} has gone`)
  const id = newId()
  await putPicture(tx, { id, user_id: user.id, image, created_at: clock.now() })
  await changeUser(tx, user.id, { picture_id: id })
  await announce(tx, user.id, 'identity')
  return { ...user, picture_id: id }
}
