import { createHash } from 'node:crypto'
import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { drawPicture } from '#kit/draw-picture.ts'
import { refuseField } from '#kit/refusal.ts'
import type { Logo } from '../contract.ts'
import { markAskedFor, putLogo } from './store.ts'

/** A logo as pages show it, and as an icon. */
type DrawnLogo = { image: Uint8Array; icon: Uint8Array }

/** Draws a logo that somebody sent (`kit/redraw-logo.ts`). 422 for what is no picture. */
export async function drawLogo(sent: Uint8Array, of: string): Promise<DrawnLogo> {
  const image = await drawPicture(sent, of, 'logo')
  return { image, icon: await drawPicture(image, of, 'icon') }
}

/** Keeps a drawn logo until its owner has another drawn, or for good once the setting names it. Nothing shows it yet. */
export async function keepLogo(tx: Tx, actor: Administrator, { image, icon }: DrawnLogo): Promise<Logo> {
  const hash = createHash('sha256').update(image).digest('hex').slice(0, 32)
  const logo = { hash, ...sizeOf(image) }
  await putLogo(tx, { ...logo, image: Buffer.from(image), icon: Buffer.from(icon), drawn_by: actor.userId })
  return logo
}

/** A logo that the setting is to name stays from now on. 422 if it is not there. */
export async function askForLogo(tx: Tx, hash: string | null): Promise<void> {
  if (hash !== null && !(await markAskedFor(tx, hash)))
    refuseField('value', 'This logo is not there any more. Choose it again.')
}

/** Width and height of a png of ours: its header comes first (PNG, 11.2.1). */
function sizeOf(png: Uint8Array): { width: number; height: number } {
  const header = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) }
}
