import sharp, { type Sharp } from 'sharp'

const SIDE = 512
const MOST_PIXELS = 50_000_000
const SECONDS = 15

// What the library keeps of one picture for the next, it keeps for nothing.
sharp.cache(false)
sharp.concurrency(1)

/**
 * A picture that somebody sent, upright. The header is read first: more than 50 megapixels are not decoded. What is made
 * of it throws what the decoders throw where the file is not a whole picture.
 */
export function openPicture(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning' }).autoOrient().timeout({ seconds: SECONDS })
}

/**
 * Redraws a picture, as 512 × 512 webp: upright, cropped to the middle, without anything that was not picture
 * (place, camera, scripts).
 */
export function redrawPicture(bytes: Uint8Array): Promise<Uint8Array> {
  return openPicture(bytes).resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: 82 }).toBuffer()
}
