import type { SourceName } from './exchange.ts'

/** What was wrong with a source when it was last asked, and what is now; null if nothing is. */
export type SourceChange = { source: SourceName; before: string | null; now: string | null }

/**
 * The lines for the operator: at most one for what is wrong now and was not before, and one for what works again.
 * Sources with the same trouble share it, so a machine without a network says so once.
 */
export function linesOf(changes: readonly SourceChange[]): string[] {
  const changed = changes.filter(({ before, now }) => kindOf(before) !== kindOf(now))
  const troubled = Map.groupBy(changed, ({ now }) => now)
  const back = namesOf(troubled.get(null) ?? [])
  troubled.delete(null)
  const troubles = [...troubled].map(([said, of]) => `${listed(namesOf(of))}: ${said}`)
  return [
    ...(troubles.length === 0 ? [] : [`prices: ${troubles.join('; ')}. Asking again from time to time.`]),
    ...(back.length === 0 ? [] : [`prices: ${listed(back)} ${back.length === 1 ? 'works' : 'work'} again.`]),
  ]
}

/** What stands in brackets differs from one try to the next where the network is away. */
function kindOf(said: string | null): string | null {
  return said === null ? null : said.replace(/ \(.*/s, '')
}

function namesOf(changes: readonly SourceChange[]): string[] {
  return changes.map(({ source }) => source)
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names)
}
