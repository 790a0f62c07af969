import { Type, type Static } from 'typebox'
import { Fields, Id, IdParams, MessageReply, Nullable, Text, Time, type Contract } from '#kit/wire.ts'
import { countCall, itemCall, ListQuery, page, pageCall } from '#lists/contract.ts'
import { Person } from '#users/contract.ts'
import { HIT_STATES, LISTS, type HitState, type ListName } from './rules.ts'

const oneOf = <Word extends string>(words: readonly Word[]) =>
  Type.Unsafe<Word>(Type.Union(words.map((word) => Type.Literal(word))))

/** An edition of a list that was imported. */
const Import = Type.Object({
  id: Id,
  list: oneOf<ListName>(LISTS),
  format: oneOf<'csv' | 'xml'>(['csv', 'xml']),
  /** the day that the file says it was made on */
  published_on: Nullable(Type.String({ format: 'date' })),
  persons: Type.Integer(),
  names: Type.Integer(),
  /** companies, ships and aircraft, with which nobody is compared */
  left_out: Type.Integer(),
  added: Type.Integer(),
  changed: Type.Integer(),
  removed: Type.Integer(),
  imported_at: Time,
  imported_by: Type.Object({ id: Id, name: Type.String() }),
})
export type ScreeningImport = Static<typeof Import>

/** Somebody whose name looks like one on a list. */
const Hit = Type.Object({
  id: Id,
  state: oneOf<HitState>(HIT_STATES),
  user: Person,
  /** their identity check was approved: the hit holds up nothing */
  approved: Type.Boolean(),
  list: oneOf<ListName>(LISTS),
  /** the list’s own number */
  uid: Type.String(),
  /** the listed name that is alike */
  name: Type.String(),
  /** how alike, of 100 */
  score: Type.Integer(),
  why: Type.Object({
    /** the parts of the listed name, and how alike a part of the person’s is, of 100; 0: the person’s name has none like it */
    parts: Type.Array(Type.Object({ part: Type.String(), alike: Type.Integer() })),
    birth: oneOf<'same' | 'near' | 'differs' | 'unknown'>(['same', 'near', 'differs', 'unknown']),
    country: oneOf<'same' | 'differs' | 'unknown'>(['same', 'differs', 'unknown']),
    weak: Type.Boolean(),
  }),
  /** what the list said of them when the hit was found */
  listed: Type.Object({
    names: Type.Array(Type.String()),
    births: Type.Array(Type.String()),
    countries: Type.Array(Type.String()),
    about: Type.String(),
  }),
  /** they are on the list as it is now */
  still_listed: Type.Boolean(),
  found_at: Time,
  decided_at: Nullable(Time),
  decided_by: Nullable(Type.Object({ id: Id, name: Type.String() })),
  reason: Nullable(Type.String()),
  /** of one that had been confirmed: when the account was taken back from whoever may have handed in the name */
  taken_back_at: Nullable(Time),
})
export type ScreeningHit = Static<typeof Hit>

/** `status` is a state of the hit; `q` is looked for in the names and e-mails of users. */
const HitsQuery = Fields({
  ...Type.Pick(ListQuery, ['q', 'status', 'from', 'to', 'user']).properties,
  sort: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
})

export const screeningContract = {
  'GET /api/admin/screening-lists': {
    who: 'administrator',
    summary:
      'The sanctions lists and lists of exposed persons that were imported, newest first, and how far the comparison is',
    reply: Type.Object({
      status: Type.Literal('success'),
      items: Type.Array(Import),
      /** people whose names are compared, and those of them who wait to be compared with the newest lists */
      people: Type.Integer(),
      to_compare: Type.Integer(),
      open_hits: Type.Integer(),
    }),
  },
  'POST /api/import-screening-list': {
    who: 'reviewer',
    summary:
      'Import a list: OFAC SDN (sdn.xml, or sdn.csv and alt.csv), EU (XML, CSV), UN (XML), exposed persons (CSV)',
    bothHalves: true,
    stepUp: true,
    raw: 'multipart',
    query: Fields({
      /** it is meant that many of those who were listed are not any more */
      fewer: Type.Optional(Type.Literal('yes')),
    }),
    reply: Type.Object({ message: Type.String(), item: Import }),
  },
  'GET /api/admin/screening-hits': pageCall(
    'People whose names look like listed ones, newest first unless asked otherwise',
    Hit,
    Fields({ ...HitsQuery.properties, ...page }),
  ),
  'GET /api/admin/screening-hits/count': countCall('How many hits a list has in all', HitsQuery),
  'GET /api/admin/screening-hits/:id': itemCall('One hit', Hit),
  'POST /api/clear-screening-hit/:id': {
    who: 'reviewer',
    summary: 'Decide that a hit is somebody else, with the reason; a confirmed one by another administrator',
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    body: Fields({ reason: Text(500) }),
    reply: MessageReply,
  },
  'POST /api/confirm-screening-hit/:id': {
    who: 'reviewer',
    summary: 'Confirm that a hit is the listed person, with the reason',
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    body: Fields({ reason: Text(500) }),
    reply: MessageReply,
  },
} as const satisfies Contract
