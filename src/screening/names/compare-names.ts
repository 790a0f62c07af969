import { readings, spellings, turnedWords } from './fold-name.ts'
import { distance, mostAlike, similarity } from './similarity.ts'

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
 * of one word is compared with none of several, unless it is these written together: too many people have it.
 */
export function compareNames(listed: string, name: string): ComparedNames {
  let best: ComparedNames = { score: 0, parts: [] }
  for (const ours of readings(listed)) {
    for (const theirs of readings(name)) {
      const compared = compareReadings(ours, theirs)
      if (compared.score > best.score) best = compared
    }
  }
  return best
}

function compareReadings(ours: readonly string[], theirs: readonly string[]): ComparedNames {
  // what one of them parts and the other writes together
  const [ourSpellings, theirSpellings] = [spellingsBeside(ours, theirs), spellingsBeside(theirs, ours)]
  let best = compareTogether(ours, theirs)
  for (const our of ourSpellings) {
    for (const their of theirSpellings) {
      const compared = compareParts(our, their)
      if (compared.score > best.score) best = compared
    }
  }
  return best
}

function spellingsBeside(parts: readonly string[], others: readonly string[]): string[][] {
  if (parts.length <= others.length) return [[...parts]]
  return [...spellings(parts), ...(others.length === 1 ? turnedWords(parts).map((word) => [word]) : [])]
}

/** Of names that write other parts together, however many, the letters: one may be wrong. */
function compareTogether(ours: readonly string[], theirs: readonly string[]): ComparedNames {
  const [our, their] = [ours.join(''), theirs.join('')]
  const mayBe = ours.length !== theirs.length && Math.abs(our.length - their.length) <= 1
  if (!mayBe || distance(our, their) > 1) return { score: 0, parts: [] }
  const score = similarity(our, their)
  return { score, parts: ours.map((part) => ({ part, alike: Math.round(score * 100) })) }
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
    .flatMap((part, at) =>
      name.map((other, place) => ({ at, place, alike: mostAlike(part, other) < ALIKE ? 0 : similarity(part, other) })),
    )
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
