import sharp from 'sharp'

const SIDE = 512
const MOST_PIXELS = 50_000_000
const SECONDS = 15

// What the library keeps of one picture for the next, it keeps for nothing.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Redraws a picture, as 512 × 512 webp: upright, cropped to the middle, without anything that was not picture
 * (place, camera, scripts). The header is read first: more than 50 megapixels are not decoded. Throws what the decoders
 * throw where the file is not a whole picture.
 */
export function redrawPicture(bytes: Uint8Array): Promise<Uint8Array> {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning' })
    .autoOrient()
    .resize(SIDE, SIDE, { fit: 'cover' })
    .timeout({ seconds: SECONDS })
    .webp({ quality: 82 })
    .toBuffer()
}
