import * as text from '#texts/kyc.ts'
import { type Brightness, type Hint, hintsFor, LOOKED_AT } from './picture-hints.ts'

/** A picture that was taken or chosen, with what may be wrong with it. The address is to be revoked once it is not shown. */
export type PickedPicture = { file: File; address: string; hints: readonly Hint[] }

const KINDS = ['image/jpeg', 'image/png', 'image/webp']
const LARGEST = 10 * 1024 * 1024

export const ACCEPTED = KINDS.join(',')

/** Looks at a picture on this device: nothing is sent. Answers what is wrong where it cannot be sent at all. */
export async function lookAt(
  file: File,
  { isDocument }: { isDocument: boolean },
): Promise<PickedPicture | { problem: string }> {
  if (!KINDS.includes(file.type)) return { problem: text.wrongKind }
  if (file.size > LARGEST) return { problem: text.tooLarge }
  try {
    const shown = await createImageBitmap(file)
    const sent = { width: shown.width, height: shown.height }
    const hints = hintsFor(brightnessOf(shown), { isDocument, sent })
    shown.close()
    return { file, address: URL.createObjectURL(file), hints }
  } catch {
    return { problem: text.unreadable }
  }
}

function brightnessOf(picture: ImageBitmap): Brightness {
  const scale = Math.min(1, LOOKED_AT / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas here')
  context.drawImage(picture, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  const values = new Uint8ClampedArray(width * height)
  // ITU-R BT.601
  for (let at = 0; at < values.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3)
    values[at] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  return { width, height, values }
}
