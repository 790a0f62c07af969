import { Type, type Static, type TObject, type TSchema } from 'typebox'
import { Day, Fields, FileReply, Id, IdParams, MessageReply, Nullable, Text, Time, type Contract } from '#kit/wire.ts'
import { LONGEST_NAME } from './rules.ts'

export const SORTS = ['newest', 'oldest', 'largest', 'smallest'] as const
export type Sort = (typeof SORTS)[number]
/** The whole of a list: what it is narrowed to, and its order. */
export const ListQuery = Fields({
  /** part of a name or an e-mail, or the beginning of an id, a tranx_id, a txid or an address; without regard to case */
  q: Type.Optional(Text(200, 0)),
  /** one or more, parted by commas */
  status: Type.Optional(Text(80, 0)),
  /** made at this moment or later */
  from: Type.Optional(Time),
  /** made before this moment */
  to: Type.Optional(Time),
  /** of at least this amount */
  min: Type.Optional(Text(40)),
  /** of at most this amount */
  max: Type.Optional(Text(40)),
  /** by the time of making or by amount; newest first by default */
  sort: Type.Optional(Type.Unsafe<Sort>(Type.Union(SORTS.map((sort) => Type.Literal(sort))))),
  /** one user's alone */
  user: Type.Optional(Id),
})
export type ListQuery = Static<typeof ListQuery>
/** Which page of a list. */
export const page = {
  cursor: Type.Optional(Text(200)),
  limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$', description: '1 to 100; 50 by default' })),
}
/** Which page of which part of a list. */
export const PageQuery = Fields({ ...ListQuery.properties, ...page })
/** One record. */
export const ItemReply = <Item extends TSchema>(item: Item) => Type.Object({ status: Type.Literal('success'), item })

/** One page of a list, and the cursor of the next. */
export const PageReply = <S extends TSchema>(item: S) =>
  Type.Object({
    status: Type.Literal('success'),
    items: Type.Array(item),
    /** hand it back for the next page; null if there is none */
    next_cursor: Nullable(Type.String()),
  })

/** Administrators read a list in pages; `query` says what it can be narrowed to. */
export const pageCall = <Item extends TSchema, Query extends TObject>(summary: string, item: Item, query: Query) =>
  ({ who: 'administrator', summary, query, reply: PageReply(item) }) as const

/** How many records a list has in all; with `more`, more than these. */
export type ListCount = { count: number; more: boolean }
const CountReply = Type.Object({
  status: Type.Literal('success'),
  count: Type.Integer({ minimum: 0 }),
  more: Type.Boolean(),
})

/** Administrators ask how many records a list has in all: apart from its pages, which need not wait for it. */
export const countCall = <Query extends TObject>(summary: string, query: Query) =>
  ({ who: 'administrator', summary, query, reply: CountReply }) as const

/** Administrators read one record of a list. */
export const itemCall = <Item extends TSchema>(summary: string, item: Item) =>
  ({ who: 'administrator', summary, params: IdParams, reply: ItemReply(item) }) as const

/** Administrators take a list as a file for spreadsheets. */
export const csvCall = <Query extends TObject>(summary: string, query: Query) =>
  ({ who: 'administrator', summary, bothHalves: true, raw: 'file', query, reply: FileReply('text/csv') }) as const

const List = Type.Union([
  Type.Literal('investments'),
  Type.Literal('withdrawals'),
  Type.Literal('referrals'),
  Type.Literal('checks'),
  Type.Literal('matches'),
  Type.Literal('users'),
  Type.Literal('audit'),
  Type.Literal('messages'),
])
const Name = Text(LONGEST_NAME)
const day = Type.Optional(Day)
const amount = Type.Optional(Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,6})?$' }))
const word = Type.Optional(Type.String({ pattern: '^[a-z][a-z ]{0,59}$' }))

/** What stands in the address of a list: days are those of the operator's zone. */
const SavedSearch = Fields({
  tab: word,
  q: Type.Optional(Text(200)),
  from: day,
  to: day,
  min: amount,
  max: amount,
  sort: Type.Optional(Type.String({ pattern: '^(newest|oldest|largest|smallest)$' })),
  status: word,
  action: word,
  kind: word,
})

const SavedFilterSchema = Type.Object({ id: Id, list: List, name: Name, search: SavedSearch })
export type SavedFilter = Static<typeof SavedFilterSchema>

export const savedFiltersContract = {
  'GET /api/admin/saved-filters': {
    who: 'administrator',
    summary: 'The filters that one has saved of the lists of the desk, by name',
    reply: Type.Object({ status: Type.Literal('success'), items: Type.Array(SavedFilterSchema) }),
  },
  'POST /api/save-filter': {
    who: 'administrator',
    summary: 'Save the filter of a list under a name, in place of the one that had it; at most 20 of each list',
    bothHalves: true,
    body: Fields({ list: List, name: Name, search: SavedSearch }),
    reply: MessageReply,
  },
  'POST /api/rename-filter/:id': {
    who: 'administrator',
    summary: 'Give a saved filter another name',
    bothHalves: true,
    params: IdParams,
    body: Fields({ name: Name }),
    reply: MessageReply,
  },
  'POST /api/remove-filter/:id': {
    who: 'administrator',
    summary: 'Remove a saved filter',
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
} as const satisfies Contract
