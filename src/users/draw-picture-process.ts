/** A process of its own: reads a picture and writes it redrawn, or nothing if it cannot be drawn. */
import { buffer } from 'node:stream/consumers'
import { redrawPicture } from './redraw-picture.ts'

const sent = await buffer(process.stdin)
// What the decoders say of it is not for people.
const drawn = await redrawPicture(sent).catch(() => undefined)
if (drawn !== undefined) process.stdout.write(drawn)
