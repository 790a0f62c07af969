import { petalPath, petalsOf, ROSETTE } from '#kit/guilloche-rules.ts'

/** Pixels: twice what it is shown in, for fine screens. */
const SIDE = 240
const INK = '#0a6556'

const drawn = new Map<number, Promise<Buffer>>()

/** The engraving of an account as a picture that mail can carry (PNG): the one on its dashboard, as SVG is in no mail. */
export function drawRosette(id: string): Promise<Buffer> {
  const petals = petalsOf(id)
  let picture = drawn.get(petals)
  if (picture === undefined) {
    picture = drawPetals(petals)
    // what has failed once may go well the next time
    picture.catch(() => drawn.delete(petals))
    drawn.set(petals, picture)
  }
  return picture
}

async function drawPetals(petals: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const petal = ROSETTE.map((band) => petalPath(band, petals)).join('')
  const turned = Array.from(
    { length: petals },
    (_, turn) => `<path d="${petal}" transform="rotate(${(360 * turn) / petals})"/>`,
  ).join('')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1000 -1000 2000 2000" width="${SIDE}" height="${SIDE}">` +
    `<g fill="none" stroke="${INK}" stroke-width="9" stroke-linejoin="round">${turned}</g></svg>`
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
}
