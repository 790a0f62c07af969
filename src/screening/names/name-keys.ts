import { foldName, spellings } from './fold-name.ts'

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
 * how it ends: so a wrong letter in one part leaves a key untouched, and so does any order. A name of a single part has
 * its sound, and that less each of its letters.
 */
export function keysOf(name: string): string[] {
  const keys = spellings(foldName(name)).flatMap((parts) => {
    const sounds = parts.map(soundOf)
    const [only] = sounds
    if (only === undefined) return []
    return sounds.length === 1 ? keysOfOne(only) : keysOfPairs(sounds)
  })
  return [...new Set(keys)]
}

function keysOfPairs(sounds: readonly string[]): string[] {
  return sounds.flatMap((one, at) =>
    sounds.flatMap((other, place) =>
      place === at ? [] : [`${one}|${other.slice(0, 1)}`, `${one}||${other.slice(-1)}`],
    ),
  )
}

function keysOfOne(sound: string): string[] {
  const less = [...sound].map((_, at) => sound.slice(0, at) + sound.slice(at + 1))
  return [sound, ...less].map((key) => `=${key}`)
}
