import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { MINUTE } from './clock.ts'
import type { Drawing } from './draw-picture-process.ts'
import { refuseField } from './refusal.ts'
import type { RequestFacts, Upload } from './routes.ts'
import { takingTurns } from './turns.ts'
import type { UploadPlaces } from './upload-places.ts'

const PROGRAM = join(import.meta.dirname, 'draw-picture-process.ts')
/** A picture of the most pixels may take 300 MB while it is drawn: progressive JPEGs cannot be read in strips. */
const turn = takingTurns(2)

/** How a file of each kind begins. Nothing else is handed to the decoders. */
const BEGINNINGS: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
]

/** Takes in the picture of a call, in one of the few places for them, and draws it. 422 where none comes in the field image. */
export function receivePicture<T>(
  inUploadPlace: UploadPlaces,
  context: { actor: { userId: string }; request: RequestFacts; upload(): Promise<Upload | undefined> },
  draw: (bytes: Uint8Array, of: string) => Promise<T>,
): Promise<T> {
  const { userId } = context.actor
  return inUploadPlace({ userId, address: context.request.address }, async () => {
    const upload = await context.upload()
    if (upload?.field !== 'image') refuseField('image', 'Choose a picture and send it in the field image.')
    return draw(upload.bytes, userId)
  })
}

/**
 * Redraws what somebody sent, as a profile picture (`redraw-picture.ts`) unless something else is asked for, two pictures
 * at a time. 422 for what is not a whole jpeg, png or webp, or has more than 50 megapixels.
 */
export async function drawPicture(sent: Uint8Array, of?: string, as: Drawing = 'portrait'): Promise<Uint8Array> {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength)
  if (!BEGINNINGS.some((begins) => begins(bytes))) refuseField('image', 'Choose a JPEG, PNG or WebP picture.')
  const drawn = await turn(() => drawElsewhere(bytes, [as]), of)
  return (
    drawn ?? refuseField('image', 'This picture is damaged or too large. Choose another, of at most 50 megapixels.')
  )
}

/** Writes a text across a picture that was redrawn before. */
export async function markPicture(picture: Uint8Array, text: string, of: string): Promise<Uint8Array> {
  const marked = await turn(() => drawElsewhere(Buffer.from(picture), ['marked', text]), of)
  if (marked === undefined) throw new Error('a picture that was redrawn cannot be read')
  return marked
}

/**
 * In a process of its own, which knows no secret: the memory that decoders take comes back whole when it ends, and what
 * brings them down brings down nothing else. Undefined if the picture cannot be drawn.
 */
async function drawElsewhere(bytes: Buffer, as: readonly [Drawing, ...string[]]): Promise<Buffer | undefined> {
  const drawer = spawn(process.execPath, [PROGRAM, ...as], {
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
