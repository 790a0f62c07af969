/** A part of a list as it was read once: what came after a cursor, in the order of the list. */
export type Part<Row> = {
  /** Where it begins; empty for the beginning of the list. */
  cursor: string
  items: readonly Row[]
  /** Where the next one begins; null at the end of the list. */
  next: string | null
  /** In which reading it was read: all that is seen is read again in each. */
  round: number
}
type Listed = { id: string }

/** So many pages more are read again at most for one into which new rows have come. */
const FURTHER = 3

/** The rows of all parts, each once. */
export function rowsIn<Row extends Listed>(parts: readonly Part<Row>[]): Row[] {
  return [...new Map(parts.flatMap(({ items }) => items.map((row) => [row.id, row] as const))).values()]
}

/** Which parts hold the rows from one place to the other, counted over all of them. */
export function partsWith(parts: readonly Part<Listed>[], first: number, last: number): number[] {
  let before = 0
  return parts.flatMap(({ items }, index) => {
    const begins = before
    before += items.length
    return begins <= last && first < before ? [index] : []
  })
}

type Wanted = { first: number; last: number; held: ReadonlySet<string> }

/** Where the parts begin that hold the rows from one place to the other, or one of those that are held. */
export function cursorsWith(parts: readonly Part<Listed>[], { first, last, held }: Wanted): string[] {
  const inView = partsWith(parts, first, last)
  const isWanted = ({ items }: Part<Listed>, at: number) => inView.includes(at) || items.some(({ id }) => held.has(id))
  return parts.filter(isWanted).map(({ cursor }) => cursor)
}

/**
 * The parts with one of them read again. A list changes between readings: what the new one holds is taken out of the
 * parts behind it. They are kept only where it reaches up to them: else rows could be missing in between, and they are
 * read again when somebody gets there.
 */
export function mergePage<Row extends Listed>(parts: readonly Part<Row>[], fresh: Part<Row>): Part<Row>[] {
  const at = parts.findIndex(({ cursor }) => cursor === fresh.cursor)
  const old = parts[at]
  if (!old) return [...parts]
  const behind = fresh.next !== null && reaches(parts, fresh) ? parts.slice(at + 1) : []
  const ids = new Set(fresh.items.map(({ id }) => id))
  const rest = behind.map((part) => ({ ...part, items: part.items.filter(({ id }) => !ids.has(id)) }))
  // with nothing kept behind it, the list goes on where this part ends
  return [...parts.slice(0, at), fresh, ...rest]
}

/** Whether a part that was read again reaches up to those that are kept behind it; where there are none it does. */
export function reaches<Row extends Listed>(parts: readonly Part<Row>[], fresh: Part<Row>): boolean {
  const at = parts.findIndex(({ cursor }) => cursor === fresh.cursor)
  const behind = at < 0 ? [] : parts.slice(at + 1)
  if (behind.length === 0) return true
  const ids = new Set(fresh.items.map(({ id }) => id))
  const up = [...(parts[at]?.items.slice(-1) ?? []), ...behind.flatMap(({ items }) => items)]
  return up.some(({ id }) => ids.has(id))
}

/** The parts with the next one at their end, unless it has come meanwhile or the end has moved. */
export function append<Row extends Listed>(parts: readonly Part<Row>[], next: Part<Row>): Part<Row>[] {
  return parts.at(-1)?.next === next.cursor ? [...parts, next] : [...parts]
}

/** As many parts are read one after the other, at most, to come back to a place. */
const MOST_BACK = 40

/** The parts of a list of which the beginning has come, up to the row that was in view when it was left. */
export async function readUpTo<Row extends Listed>(
  last: number,
  beginning: Part<Row>,
  read: (cursor: string) => Promise<Part<Row>>,
): Promise<Part<Row>[]> {
  const parts = [beginning]
  let { next } = beginning
  while (next !== null && parts.length < MOST_BACK && rowsIn(parts).length <= last) {
    const part = await read(next)
    parts.push(part)
    next = part.next
  }
  return parts
}

/**
 * Parts that are read again, of which the beginning has come already: each with what new rows have pushed out of it.
 * Without that all that is behind it would go, and who reads there with it.
 */
export async function readAgain<Row extends Listed>(
  parts: readonly Part<Row>[],
  { beginning, cursors }: { beginning: Part<Row>; cursors: readonly string[] },
  read: (cursor: string) => Promise<Part<Row>>,
): Promise<Part<Row>[]> {
  const fresh: Part<Row>[] = []
  for (const cursor of new Set(['', ...cursors])) {
    let part = cursor === '' ? beginning : await read(cursor)
    for (let more = 0; more < FURTHER && part.next !== null && !reaches(parts, part); more += 1) {
      const further = await read(part.next)
      part = { ...further, cursor, items: [...part.items, ...further.items] }
    }
    fresh.push(part)
  }
  return fresh
}
