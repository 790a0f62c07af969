import { foldName, spellings } from './fold-name.ts'
import { similarity } from './similarity.ts'

/** A part of a listed name, and how alike the part of the other name is that it was set beside: 0 to 100. */
export type ComparedPart = { part: string; alike: number }
export type ComparedNames = { score: number; parts: ComparedPart[] }

/** Two parts less alike than this are two names. */
const ALIKE = 0.8
/** What two names have in common counts for most where one has parts that the other lacks: second names are left out. */
const SHARED = 0.75
/** So many parts have to be alike, or all where there are fewer: one surname is no name. */
const LEAST = 2

/**
 * How alike two names are, 0 to 1, in any order of their parts: the parts of the shorter one are each set beside the most
 * similar of the longer one, and count by their length. What the longer one has besides takes up to a quarter off. A name
 * of one word is compared with none of several: too many people have it.
 */
export function compareNames(listed: string, name: string): ComparedNames {
  const [ours, theirs] = [foldName(listed), foldName(name)]
  // what one of them parts and the other writes together
  const [ourSpellings, theirSpellings] = [
    ours.length > theirs.length ? spellings(ours) : [ours],
    theirs.length > ours.length ? spellings(theirs) : [theirs],
  ]
  let best: ComparedNames = { score: 0, parts: [] }
  for (const our of ourSpellings) {
    for (const their of theirSpellings) {
      const compared = compareParts(our, their)
      if (compared.score > best.score) best = compared
    }
  }
  return best
}

function compareParts(listed: readonly string[], name: readonly string[]): ComparedNames {
  const fewer = Math.min(listed.length, name.length)
  if (fewer === 0 || (fewer === 1 && listed.length !== name.length)) return { score: 0, parts: [] }
  const pairs = pairUp(listed, name)
  if (pairs.length < Math.min(fewer, LEAST)) return { score: 0, parts: [] }
  const [ours, theirs] = [lengthOf(listed), lengthOf(name)]
  const alike = sum(pairs.map(({ at, place, alike: by }) => by * pairLength(listed[at], name[place])))
  const shared = sum(pairs.map(({ at, place }) => pairLength(listed[at], name[place])))
  const score = (alike / Math.min(ours, theirs)) * (SHARED + (1 - SHARED) * (shared / Math.max(ours, theirs)))
  const found = new Map(pairs.map(({ at, alike: by }) => [at, by]))
  return {
    score: Math.min(score, 1),
    parts: listed.map((part, at) => ({ part, alike: Math.round((found.get(at) ?? 0) * 100) })),
  }
}

type Pair = { at: number; place: number; alike: number }

/** Of all pairs the most similar first, each part once. */
function pairUp(listed: readonly string[], name: readonly string[]): Pair[] {
  const all = listed
    .flatMap((part, at) => name.map((other, place) => ({ at, place, alike: similarity(part, other) })))
    .filter(({ alike }) => alike >= ALIKE)
    .toSorted((one, other) => other.alike - one.alike)
  const pairs: Pair[] = []
  for (const pair of all) {
    if (!pairs.some(({ at, place }) => at === pair.at || place === pair.place)) pairs.push(pair)
  }
  return pairs
}

/** Of two parts that stand for one another the shorter: what is compared is no longer than either name. */
function pairLength(one = '', other = ''): number {
  return Math.min(one.length, other.length)
}

function lengthOf(parts: readonly string[]): number {
  return sum(parts.map(({ length }) => length))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
