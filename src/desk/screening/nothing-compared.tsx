import { Link } from '@tanstack/react-router'
import { useMayChange } from '#desk/decisions/may-decide.ts'
import { useRead } from './calls.ts'
import { NOTHING_COMPARED } from './match-words.ts'

/** Whether there is no list at all with which names could have been compared; false while that is not known. */
export function useNoLists(): boolean {
  return useRead('GET /api/admin/screening-lists').data?.items.length === 0
}

/** That names are compared with nothing, with the way to what mends it; nothing where a list was imported. */
export function NothingCompared() {
  if (!useNoLists()) return null
  return (
    <span className="mt-1 block text-pending">
      {NOTHING_COMPARED} <ToLists />
    </span>
  )
}

/** The way to where lists are imported, for whoever may. */
export function ToLists() {
  if (!useMayChange()) return null
  return (
    <Link
      to="/list-users"
      search={{ tab: 'lists' }}
      className="-my-3 inline-flex min-h-11 items-center font-semibold underline"
    >
      Import a list
    </Link>
  )
}
