import { Link } from '@tanstack/react-router'
import { useRead } from './calls.ts'

type ToMatchesProps = { userId: string; open: number; className: string }

/** The way to somebody’s matches that wait for a decision. */
export function ToMatches({ userId, open, className }: ToMatchesProps) {
  return (
    <Link to="/list-users" search={{ tab: 'matches', q: userId }} className={className}>
      {open === 1 ? 'Review the match' : `Review ${open} matches`}
    </Link>
  )
}

/** On somebody’s account or check: how many list matches they have, with the way there; nothing where there are none. */
export function MatchesOf({ userId }: { userId: string }) {
  const { data } = useRead('GET /api/admin/screening-hits', { query: { user: userId, status: 'open,confirmed' } })
  const all = data?.items ?? []
  if (all.length === 0) return null
  const open = all.filter(({ state }) => state === 'open').length
  const before = all.filter(({ taken_back_at }) => taken_back_at !== null).length
  const confirmed = all.length - open - before
  const words = [
    open > 0 && `${open} to review`,
    confirmed > 0 && `${confirmed} confirmed`,
    before > 0 && `${before} confirmed before the account was taken back`,
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <p className="mx-3 my-3 rounded-tile bg-pending-wash px-4 py-2 text-13 text-pending">
      List matches:{' '}
      <Link
        to="/list-users"
        search={{ tab: open > 0 ? 'matches' : 'decided', q: userId }}
        className="-my-2 inline-flex min-h-11 items-center font-semibold underline"
      >
        {words}
      </Link>
    </p>
  )
}
