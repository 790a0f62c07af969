import sharp from 'sharp'
import { openPicture } from './redraw-picture.ts'

/** Pixels; it is shown at a quarter of them. */
const BOX = { width: 720, height: 144 }
const ICON = 512
/** Of an icon, which may be cut to a circle. */
const ICON_BOX = { width: 320, height: 320 }
/** What a logo may stand on: white, or the ink of the house. */
const GROUNDS = [
  { r: 255, g: 255, b: 255 },
  { r: 16, g: 32, b: 27 },
] as const
type Rgb = { r: number; g: number; b: number }
/** Alpha, of 255, from which a pixel is seen. */
const SEEN = 64
/** Below this a pixel is lost on its ground. */
const CONTRAST = 1.6

/**
 * Redraws a logo, as a png of at most 720 × 144, upright. Where parts of it are transparent, its empty edges go and it is
 * laid on a ground of its own, on which the most of it is seen: so it looks the same on white, on dark and on a coloured
 * page, and in mail.
 */
export async function redrawLogo(bytes: Uint8Array): Promise<Uint8Array> {
  // whole first: a picture that is cut short is none
  const small = await openPicture(bytes)
    .toColourspace('srgb')
    .resize({ ...BOX, width: BOX.width * 2, height: BOX.height * 8, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .png()
    .toBuffer()
  const { isOpaque } = await sharp(small).stats()
  if (isOpaque) return finished(small)
  const trimmed = await sharp(small).trim({ background: '#00000000', threshold: 1 }).png().toBuffer()
  const { width, height } = await sharp(trimmed).metadata()
  const margin = Math.ceil(Math.min(width, height) * 0.14)
  const background = await groundFor(trimmed)
  const laid = await sharp(trimmed)
    .flatten({ background })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background })
    .png()
    .toBuffer()
  return finished(laid)
}

function finished(picture: Uint8Array): Promise<Uint8Array> {
  return sharp(picture)
    .removeAlpha()
    .resize({ ...BOX, fit: 'inside', withoutEnlargement: true })
    .png({ palette: true, quality: 90, effort: 10 })
    .toBuffer()
}

/** Redraws a logo as an icon: 512 × 512, on the colour of its corner, with room around it. */
export async function redrawIcon(logo: Uint8Array): Promise<Uint8Array> {
  const [r = 255, g = 255, b = 255] = await sharp(logo).removeAlpha().toColourspace('srgb').raw().toBuffer()
  const background = { r, g, b }
  const inside = await sharp(logo)
    .resize({ ...ICON_BOX, fit: 'contain', background })
    .toBuffer()
  const margin = (ICON - ICON_BOX.width) / 2
  return sharp(inside)
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background })
    .png({ palette: true, quality: 90, effort: 10 })
    .toBuffer()
}

/** White, unless more of the logo would be lost on it than on the ink. */
async function groundFor(picture: Uint8Array): Promise<Rgb> {
  const pixels = await sharp(picture).raw().toBuffer()
  const [onWhite = 0, onInk = 0] = GROUNDS.map((ground) => lostOn(ground, pixels))
  return onWhite <= onInk ? GROUNDS[0] : GROUNDS[1]
}

/** How many pixels that are there are not seen. */
function lostOn(ground: Rgb, pixels: Buffer): number {
  const behind = luminance(ground)
  let lost = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < SEEN) continue
    const front = luminance({ r, g, b })
    if ((Math.max(front, behind) + 0.05) / (Math.min(front, behind) + 0.05) < CONTRAST) lost += 1
  }
  return lost
}

/** WCAG 2.2, near enough to compare. */
function luminance({ r, g, b }: Rgb): number {
  return 0.2126 * (r / 255) ** 2.2 + 0.7152 * (g / 255) ** 2.2 + 0.0722 * (b / 255) ** 2.2
}
