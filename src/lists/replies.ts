import type { ListCount } from './contract.ts'
import { readLimit } from './page.ts'

/** What a call for a page of a list asked for, its page size read. */
export function withPageSize<Query extends { limit?: string }>({ limit, ...asked }: Query) {
  return { ...asked, limit: readLimit(limit) }
}

/** A page, as the wire answers it. */
export function asPage<Item>(page: { items: Item[]; next_cursor: string | null }) {
  return { status: 'success' as const, ...page }
}

/** One record, as the wire answers it. */
export function asItem<Item>(item: Item) {
  return { status: 'success' as const, item }
}

/** How many there are in all, as the wire answers it. */
export function asCount(counted: ListCount) {
  return { status: 'success' as const, ...counted }
}
