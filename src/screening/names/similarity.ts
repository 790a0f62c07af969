/** How much a common beginning counts, for so many letters at most (Winkler 1990). */
const PREFIX = { weight: 0.1, most: 4 }

/**
 * How alike two words are, 0 to 1: by what they have in common, wherever it stands (Jaro 1989), with what Winkler adds for a
 * common beginning, or by how few letters would have to be changed, whichever says more. The first knows words that are
 * spelled otherwise throughout (Mohammed, Muhammad), the second those of few sounds with a letter too many.
 */
export function similarity(one: string, other: string): number {
  if (one === other) return 1
  const longer = Math.max(one.length, other.length)
  return Math.max(jaroWinkler(one, other), 1 - distance(one, other) / longer)
}

/** As alike as two words can be at most, by the letters that both have, wherever these stand: most pairs of words end here. */
export function mostAlike(one: string, other: string): number {
  const common = Math.min(countIn(one, lettersOf(other)), countIn(other, lettersOf(one)))
  if (common === 0) return 0
  const jaro = (common / one.length + common / other.length + 1) / 3
  return Math.max(withBeginning(jaro, one, other), common / Math.max(one.length, other.length))
}

/** A bit for each letter. Letters of other alphabets share some: that makes words no less alike. */
function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

function countIn(word: string, letters: number): number {
  let count = 0
  for (let at = 0; at < word.length; at += 1) count += (letters >>> (word.charCodeAt(at) & 31)) & 1
  return count
}

function jaroWinkler(one: string, other: string): number {
  return withBeginning(jaroOf(one, other), one, other)
}

function withBeginning(jaro: number, one: string, other: string): number {
  let common = 0
  while (common < PREFIX.most && one[common] !== undefined && one[common] === other[common]) common += 1
  return jaro + common * PREFIX.weight * (1 - jaro)
}

/** How many letters have to be changed, left out, put in or exchanged with their neighbour (Damerau 1964, restricted). */
export function distance(one: string, other: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let at = 1; at <= one.length; at += 1) {
    const row = [at]
    for (let place = 1; place <= other.length; place += 1) {
      const same = one[at - 1] === other[place - 1] ? 0 : 1
      const swapped = one[at - 1] === other[place - 2] && one[at - 2] === other[place - 1]
      row.push(
        Math.min(
          (last?.[place] ?? 0) + 1,
          (row[place - 1] ?? 0) + 1,
          (last?.[place - 1] ?? 0) + same,
          swapped ? (beforeLast?.[place - 2] ?? Infinity) + 1 : Infinity,
        ),
      )
    }
    ;[beforeLast, last] = [last, row]
  }
  return last?.at(-1) ?? 0
}

function jaroOf(one: string, other: string): number {
  const reach = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1)
  const taken = new Set<number>()
  const matched: string[] = []
  for (let at = 0; at < one.length; at += 1) {
    for (let place = Math.max(0, at - reach); place <= Math.min(other.length - 1, at + reach); place += 1) {
      if (taken.has(place) || one[at] !== other[place]) continue
      taken.add(place)
      matched.push(one[at] ?? '')
      break
    }
  }
  const count = matched.length
  if (count === 0) return 0
  const inOrder = [...taken].toSorted((a, b) => a - b)
  const moved = inOrder.filter((place, nth) => other[place] !== matched[nth]).length / 2
  return (count / one.length + count / other.length + (count - moved) / count) / 3
}
