import { Link } from '@tanstack/react-router'
import type { ListedUser } from '#desk/contract.ts'
import { countryName } from '#identity/web/countries.ts'
import { Avatar } from '#ui/avatar.tsx'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { RecordTable, type Column } from '#ui/record-table.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAsked } from './asked.ts'
import { call } from './calls.ts'
import { PageEnd } from './page-end.tsx'
import { usePages } from './pages.ts'

const columns: readonly Column<ListedUser>[] = [
  { label: 'Name', place: 'lead', show: ({ name, profile }) => <NameCell name={name} picture={profile} /> },
  { label: 'Email', show: ({ email }) => email },
  { label: 'Account', show: ({ id, name }) => <ViewUser id={id} name={name} /> },
  { label: 'Phone', show: ({ phone }) => <span className="whitespace-nowrap">{phone}</span> },
  { label: 'Country', show: ({ country }) => countryName(country) },
  { label: 'Password', show: ({ enc_copy }) => <span className="text-13 text-ink-2">{enc_copy}</span> },
]

/** Everybody who has an account. */
export function ListUsersScreen() {
  const { q, search } = useAsked()
  const { rows, more, comingMore, loadMore, old, error } = usePages(
    'GET /api/admin/users',
    (query) => call('GET /api/admin/users', { query }),
    q ? { q } : {},
  )
  return (
    <>
      <PageHead over="Users" title="Users List" below={rows && !more && `${rows.length} ${q ? 'found' : 'in all'}`} />
      <div className="lg:rounded-card lg:bg-surface lg:shadow-raised">
        <div className="mb-4 lg:mb-0 lg:w-88 lg:p-4">
          <SearchField label="Name, e-mail or phone" found={q} onSearch={search} />
        </div>
        <div className={old ? 'opacity-60' : ''}>
          {rows && <RecordTable label="Users" columns={columns} rows={rows} />}
          {rows?.length === 0 && <EmptyState>{q ? `Nobody found for “${q}”` : 'No users yet'}</EmptyState>}
          {rows && rows.length > 0 && (
            <PageEnd shown={rows.length} more={more} comingMore={comingMore} loadMore={loadMore} />
          )}
          {!rows && (error ? <EmptyState>{error.message}</EmptyState> : <Skeleton className="h-72" />)}
        </div>
      </div>
    </>
  )
}

function NameCell({ name, picture }: { name: string; picture: string }) {
  return (
    <span className="flex items-center gap-3 font-semibold">
      <Avatar name={name} picture={picture} className="size-10 text-13 lg:size-8 lg:text-12" />
      <span className="wrap-anywhere">{name}</span>
    </span>
  )
}

function ViewUser({ id, name }: { id: string; name: string }) {
  return (
    <Link
      to="/view-account/$userId"
      params={{ userId: id }}
      aria-label={`View user ${name}`}
      className={`${buttonClass('quiet', 'small')} whitespace-nowrap`}
    >
      View user
    </Link>
  )
}
