/** A process of its own: reads a picture and writes it redrawn or marked, or nothing if it cannot be drawn. */
import { buffer } from 'node:stream/consumers'
import { drawWatermark } from './draw-watermark.ts'
import { redrawDocument } from './redraw-document.ts'
import { redrawIcon, redrawLogo } from './redraw-logo.ts'
import { redrawPicture } from './redraw-picture.ts'

const DRAWINGS = {
  portrait: redrawPicture,
  logo: redrawLogo,
  icon: redrawIcon,
  document: redrawDocument,
  marked: drawWatermark,
}
/** What a picture is drawn as; the first argument says it, and the second what is written across it. */
export type Drawing = keyof typeof DRAWINGS

const draw = DRAWINGS[process.argv[2] as Drawing]
const sent = await buffer(process.stdin)
// What the decoders say of it is not for people.
const drawn = await draw(sent, process.argv[3] ?? '').catch(() => undefined)
if (drawn !== undefined) process.stdout.write(drawn)
