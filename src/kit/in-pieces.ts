import { setImmediate as letOthersGo } from 'node:timers/promises'

/** Some milliseconds' worth of whatever is done with a line of a file. */
const PIECE = 250

/**
 * A list in pieces, between which everything else that waits gets its turn. For lists that may be long: whoever has ten
 * years of postings holds up nobody for longer than one piece takes.
 */
export async function* inPieces<Item>(items: readonly Item[], size = PIECE): AsyncGenerator<Item[]> {
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await letOthersGo()
    yield items.slice(from, from + size)
  }
}
