import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Investor } from '#kit/actor.ts'
import { type Clock, MINUTE } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { refuseField } from '#kit/refusal.ts'
import { takingTurns } from '#kit/turns.ts'
import { announce } from '#notifications/notify.ts'
import { changeUser } from './change-user.ts'
import type { UserRow } from './find.ts'
import { lockUser } from './lock-user.ts'
import { putPicture } from './store.ts'

const PROGRAM = join(import.meta.dirname, 'draw-picture-process.ts')
/** A picture of the most pixels may take 300 MB while it is drawn: progressive JPEGs cannot be read in strips. */
const turn = takingTurns(2)

/** How a file of each kind begins. Nothing else is handed to the decoders. */
const BEGINNINGS: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
]

/**
 * Redraws what somebody sent (`redraw-picture.ts`), two pictures at a time. 422 for what is not a whole jpeg, png or webp,
 * or has more than 50 megapixels.
 */
export async function drawPicture(sent: Uint8Array, of?: string): Promise<Uint8Array> {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength)
  if (!BEGINNINGS.some((begins) => begins(bytes))) refuseField('image', 'Choose a JPEG, PNG or WebP picture.')
  const drawn = await turn(() => drawElsewhere(bytes), of)
  return (
    drawn ?? refuseField('image', 'This picture is damaged or too large. Choose another, of at most 50 megapixels.')
  )
}

/**
 * In a process of its own, which knows no secret: the memory that decoders take comes back whole when it ends, and what
 * brings them down brings down nothing else. Undefined if the picture cannot be drawn.
 */
async function drawElsewhere(bytes: Buffer): Promise<Buffer | undefined> {
  const drawer = spawn(process.execPath, [PROGRAM], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: MINUTE,
    killSignal: 'SIGKILL',
  })
  // It may end before it has read everything.
  drawer.stdin.on('error', () => {})
  drawer.stdin.end(bytes)
  const [drawn, [code]] = await Promise.all([buffer(drawer.stdout), once(drawer, 'close')])
  // Without a code it was killed, by time or for what it did.
  if (code !== 0 && code !== null) throw new Error(`the process that draws pictures ended with code ${code}`)
  return code === 0 && drawn.length > 0 ? drawn : undefined
}

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
