import { tellOwners } from '#approvals/tell-owners.ts'
import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { countOf } from '#kit/count-of.ts'
import { newId } from '#kit/ids.ts'
import { inPieces } from '#kit/in-pieces.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { announce } from '#notifications/notify.ts'
import {
  deleteEntries,
  insertEntries,
  insertImport,
  lockImports,
  type NewEntry,
  type NewName,
  selectHashes,
} from './entry-store.ts'
import { hashOf, type ListedPerson, type ParsedList } from './formats/listed-person.ts'
import { KEYS_MADE, keysOf } from './names/name-keys.ts'
import { LIST_NAMES, type ListName } from './rules.ts'
import { type ImportRow, selectNewestImport } from './store.ts'

/** A list made ready outside of a transaction: the keys of its names take a processor a second or two. */
export type ReadyList = ParsedList & { fileHash: string; keys: ReadonlyMap<string, readonly string[]> }

/** A list that loses more of its people than this part was not read as a whole, unless it is said to be meant. */
const MOST_REMOVED = 0.2
/** A list of fewer people may change as a whole. */
const FEW = 20

/** Makes the keys of all names of a list, a piece at a time. */
export async function makeReady(parsed: ParsedList, fileHash: string): Promise<ReadyList> {
  const keys = new Map<string, readonly string[]>()
  for await (const piece of inPieces(parsed.persons)) {
    for (const { names } of piece) for (const { name } of names) keys.set(name, keysOf(name))
  }
  return { ...parsed, fileHash, keys }
}

/**
 * Puts an edition of a list in the place of the one before: only what differs is changed, and until all of it is there
 * everybody is compared with the edition before. 409 for the file that was imported last, and for one that lacks many of
 * those who were listed unless `fewer` says that it is meant. Every owner is told of one that changes or takes away
 * anybody: whoever is spelt otherwise is found no more.
 */
export async function importList(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  { list, fewer }: { list: ReadyList; fewer: boolean },
): Promise<ImportRow> {
  await lockImports(tx)
  const before = await selectNewestImport(tx, list.list)
  if (before?.file_hash === list.fileHash) refuse('wrong state', 'This file is the one that was imported last.')
  const change = changeOf(list.persons, await selectHashes(tx, list.list))
  refuseFewer(list, change, before, fewer)

  const row = {
    id: newId(),
    list: list.list,
    format: list.format,
    file_hash: list.fileHash,
    published_on: list.publishedOn,
    persons: list.persons.length,
    names: list.persons.reduce((count, { names }) => count + names.length, 0),
    left_out: list.leftOut,
    added: change.added.length,
    changed: change.changed.length,
    removed: change.removed.length,
    imported_by: actor.userId,
    imported_at: clock.now(),
  }
  await insertImport(tx, row)
  await deleteEntries(tx, list.list, [...change.removed, ...change.changed.map(({ uid }) => uid)])
  const { entries, names } = rowsOf([...change.added, ...change.changed], list.keys)
  await insertEntries(tx, { list: list.list, importId: row.id }, entries, names)
  await recordAct(tx, clock, actor, {
    action: 'import screening list',
    subject: { kind: 'screening list', id: row.id },
    after: {
      ...{ name: LIST_NAMES[list.list], published_on: row.published_on, persons: row.persons, added: row.added },
      ...{ changed: row.changed, removed: row.removed, file_hash: row.file_hash },
    },
  })
  await tellOfChange(tx, clock, actor, row)
  await announce(tx, null, 'identity')
  const made = await selectNewestImport(tx, list.list)
  if (made?.id !== row.id) throw new Error('an import was written and is not there')
  return made
}

async function tellOfChange(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  {
    id,
    list,
    added,
    changed,
    removed,
  }: { id: string; list: ListName; added: number; changed: number; removed: number },
): Promise<void> {
  if (changed === 0 && removed === 0) return
  const counted = { listed_added: added, listed_changed: changed, listed_removed: removed }
  await tellOwners(tx, clock, actor, {
    ...{ matter: 'list', name: LIST_NAMES[list], id, step: 'made' },
    changes: Object.entries(counted).map(([field, count]) => ({
      ...{ field, before: null, after: countOf(count, 'person', 'people') },
    })),
  })
}

type Change = { added: ListedPerson[]; changed: ListedPerson[]; removed: string[] }

function changeOf(persons: readonly ListedPerson[], known: ReadonlyMap<string, string>): Change {
  const present = new Set(persons.map(({ uid }) => uid))
  return {
    added: persons.filter(({ uid }) => !known.has(uid)),
    changed: persons.filter((person) => known.has(person.uid) && known.get(person.uid) !== hashOf(person)),
    removed: [...known.keys()].filter((uid) => !present.has(uid)),
  }
}

/** A file that came in half, or one of another list under this one’s name, would let everybody pass. */
function refuseFewer(list: ParsedList, change: Change, before: ImportRow | undefined, meant: boolean): void {
  const removed = change.removed.length
  if (meant || before === undefined || removed < FEW || removed <= before.persons * MOST_REMOVED) return
  refuseField(
    'fewer',
    `${removed} of ${countOf(before.persons, 'person', 'people')} on the ${LIST_NAMES[list.list]} are missing from this file. Check that it is whole. If it is, confirm that they are to be removed.`,
  )
}

function rowsOf(persons: readonly ListedPerson[], keys: ReadyList['keys']): { entries: NewEntry[]; names: NewName[] } {
  const entries = persons.map((person) => ({
    ...{ id: newId(), uid: person.uid, births: person.births, countries: person.countries },
    ...{ about: person.about, hash: hashOf(person) },
  }))
  const names = persons.flatMap((person, at) =>
    person.names.map(({ name, strong }) => ({
      ...{ entry_id: entries[at]?.id ?? '', name, strong },
      keys: [...(keys.get(name) ?? [])],
      keys_made: KEYS_MADE,
    })),
  )
  return { entries, names }
}
