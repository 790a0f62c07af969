import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import type { SavedFilter } from './contract.ts'
import { MOST_SAVED, notOfList, type SavedList, type SavedSearch } from './rules.ts'
import { deleteFilter, lockFiltersOf, nameFilter, putFilter, selectFilters } from './store.ts'

/** The filters that this administrator has saved, by name. */
export async function savedFilters(tx: Tx, { userId }: Administrator): Promise<SavedFilter[]> {
  return selectFilters(tx, userId)
}

/**
 * Saves the filter of a list under a name, in place of the one of that list that had it. 422 for a filter that is none
 * or not one of that list, and for one more than there may be.
 */
export async function saveFilter(
  tx: Tx,
  clock: Clock,
  { userId }: Administrator,
  { list, name, search }: { list: SavedList; name: string; search: SavedSearch },
): Promise<void> {
  if (Object.values(search).every((value) => !value)) refuseField('search', 'Narrow the list before you save that.')
  const [wrong] = notOfList(list, search)
  if (wrong !== undefined) refuseField('search', `This list can’t be narrowed by ${wrong}.`)
  await lockFiltersOf(tx, userId)
  const present = (await selectFilters(tx, userId)).filter((one) => one.list === list)
  if (present.length >= MOST_SAVED && !present.some((one) => one.name === name.trim())) {
    refuseField('name', `You have saved ${MOST_SAVED} filters of this list. Remove one first.`)
  }
  await putFilter(tx, {
    ...{ id: newId(), user_id: userId, list, name: readName(name), search },
    created_at: clock.now(),
  })
}

/** Gives a saved filter another name. 404 where it is not theirs, 422 for the name of another one of the list. */
export async function renameFilter(
  tx: Tx,
  { userId }: Administrator,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await lockFiltersOf(tx, userId)
  const all = await selectFilters(tx, userId)
  const list = all.find((one) => one.id === id)?.list
  const named = readName(name)
  if (all.some((one) => one.id !== id && one.list === list && one.name === named)) {
    refuseField('name', 'Another filter of this list has this name.')
  }
  if (!(await nameFilter(tx, userId, id, named))) refuseNone()
}

/** Removes a saved filter. 404 where it is not theirs. */
export async function removeFilter(tx: Tx, { userId }: Administrator, { id }: { id: string }): Promise<void> {
  if (!(await deleteFilter(tx, userId, id))) refuseNone()
}

function readName(name: string): string {
  return name.trim() === '' ? refuseField('name', 'Give it a name.') : name.trim()
}

function refuseNone(): never {
  refuse('not found', 'There is no such filter.')
}
