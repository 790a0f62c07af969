import type { Static } from 'typebox'
import type { PageQuery } from '#kit/wire.ts'
import { type PageAsked, readLimit } from './page.ts'

/** What a call for a page of a list asked for, its page size read. */
export function pageAsked(query: Static<typeof PageQuery>): PageAsked {
  return { ...query, limit: readLimit(query.limit) }
}

/** A page, as the wire answers it. */
export function asPage<Item>(page: { items: Item[]; next_cursor: string | null }) {
  return { status: 'success' as const, ...page }
}

/** One record, as the wire answers it. */
export function asItem<Item>(item: Item) {
  return { status: 'success' as const, item }
}
