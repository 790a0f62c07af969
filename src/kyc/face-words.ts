import { randomInt } from 'node:crypto'

/** Plain words of five letters and more that are easily written on paper and not easily mistaken for one another. */
const WORDS =
  'anchor apple apron autumn bakery balcony bamboo banana basket beacon blanket bottle bridge brother bucket butter button cabin camera candle canyon carpet castle cellar cherry circle cliff closet clover coffee copper cotton cousin cradle crystal curtain desert dinner doctor dolphin dragon drawer eagle early engine evening fabric family farmer feather fiddle finger forest fountain garden garlic ginger glacier guitar hammer harbor helmet hollow honey island jacket jungle kettle kitchen ladder lantern lemon letter library lizard marble market meadow mirror monday morning mountain museum needle number orange orchard oyster paper pencil pepper picnic pillow pirate planet pocket potato puzzle quarter rabbit railway raven ribbon river rocket saddle sailor salmon school shadow silver spider spring summer sunday table teacher temple thunder ticket tiger tomato tunnel turtle valley velvet village violin walnut water whistle window winter yellow zebra'

const ALL: readonly string[] = WORDS.split(' ')

/** A word to be held up in a picture: a picture that was taken before does not show it. */
export function newFaceWord(): string {
  return ALL[randomInt(ALL.length)] ?? 'anchor'
}
