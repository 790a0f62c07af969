import { readings, spellings, turnedWords } from './fold-name.ts'

/** Which making of keys this is: rows with those of an earlier one are given these. */
export const KEYS_MADE = 2

/** Sounds that alphabets write in several ways, the longest first. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/sch|sh|zh|ch|ts|tz/g, 's'],
  [/ph/g, 'f'],
  [/kh|gh|ck/g, 'k'],
  [/th|dh/g, 't'],
  [/x/g, 'ks'],
  [/[cqg]/g, 'k'],
  [/z/g, 's'],
  [/[vw]/g, 'f'],
  [/d/g, 't'],
  [/b/g, 'p'],
  [/j/g, 'y'],
]

/** How a part of a name sounds: its consonants, and what it begins with. One of no Latin letters stands for itself. */
export function soundOf(part: string): string {
  if (!/^[a-z0-9]+$/.test(part)) return part
  const plain = SOUNDS.reduce((said, [from, to]) => said.replace(from, to), part).replace(/(.)\1+/g, '$1')
  const first = plain.slice(0, 1).replace(/[aeiouy]/, 'a')
  return first + plain.slice(1).replace(/[aeiouyh]/g, '')
}

/**
 * By what a name is found among many. For each two of its parts, how the one sounds with how the other begins, and with
 * how it ends: so a wrong letter in one part leaves a key untouched, and so does any order. So that one in each part does,
 * too, the letters that either begins or ends with. All of it as one word has its sound, and that less each of its
 * letters.
 */
export function keysOf(name: string): string[] {
  const keys = readings(name).flatMap((parts) => [
    ...spellings(parts).flatMap((spelled) => keysOfSounds(spelled.map(soundOf))),
    ...turnedWords(parts).map((word) => `=${soundOf(word)}`),
    ...pairsOf(parts).flatMap(([one, other]) => keysOfLetters(one, other)),
  ])
  return [...new Set(keys)]
}

function keysOfSounds(sounds: readonly string[]): string[] {
  const [only] = sounds
  if (only === undefined) return []
  if (sounds.length === 1) return keysOfOne(only)
  return pairsOf(sounds)
    .flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
    .flatMap(([one, other]) => [`${one}|${other.slice(0, 1)}`, `${one}||${other.slice(-1)}`])
}

/** One wrong letter leaves the beginning of a word as it is, or its end. */
function keysOfLetters(one: string, other: string): string[] {
  return ends(one).flatMap((end) => ends(other).map((another) => [end, another].toSorted().join('+')))
}

/**
 * What a word begins and ends with: its halves, and of an even number of letters also what they share with the halves of
 * a word that has one less. So two words of which one has a letter more have some of the same length.
 */
function ends(part: string): string[] {
  const half = part.length / 2
  const lengths = new Set([Math.floor(half), Math.ceil(half) - 1].map((one) => Math.min(Math.max(one, 2), 4)))
  return [...lengths].flatMap((length) => [`^${part.slice(0, length)}`, `${part.slice(-length)}$`])
}

function keysOfOne(sound: string): string[] {
  const less = [...sound].map((_, at) => sound.slice(0, at) + sound.slice(at + 1))
  return [sound, ...less].map((key) => `=${key}`)
}

function pairsOf<Item>(items: readonly Item[]): (readonly [Item, Item])[] {
  return items.flatMap((one, at) => items.slice(at + 1).map((other) => [one, other] as const))
}
