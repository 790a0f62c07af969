import { openPicture } from './redraw-picture.ts'

/** Pixels: small print stays readable. */
const SIDE = 2000

/** Redraws the picture of a document or a person, whole and upright, as webp, without anything that was not picture. */
export function redrawDocument(bytes: Uint8Array): Promise<Uint8Array> {
  return openPicture(bytes)
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 86 })
    .toBuffer()
}
