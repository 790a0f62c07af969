import { Link } from '@tanstack/react-router'
import { stateNames } from '#texts/kyc.ts'
import { countryName } from '#users/web/countries.ts'
import { useUser } from '#identity/web/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { buttonClass } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { Column } from '#ui/record-table.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useListQuery } from '#lists/web/list-query.ts'
import { call } from '#desk/calls.ts'
import { FilterBar } from '#lists/web/filter-bar.tsx'
import { WaitingNew } from '#desk/approvals/waiting-approval.tsx'
import { Invitations } from './invitations.tsx'
import { usePages } from '#lists/web/pages.ts'
import { deskCard, LongTable } from '#lists/web/long-table.tsx'
import type { ListedUser } from '#users/contract.ts'

type TabName = 'everybody' | 'blocked' | 'administrators'
type Tab = { name: TabName; label: string; only: Record<string, string>; empty: string }

const EVERYBODY: Tab = { name: 'everybody', label: 'Everybody', only: {}, empty: 'No users yet' }
const TABS: readonly Tab[] = [
  EVERYBODY,
  { name: 'blocked', label: 'Blocked', only: { blocked: 'yes' }, empty: 'Nobody is blocked' },
  { name: 'administrators', label: 'Administrators', only: { roles: 'yes' }, empty: 'Nobody has a role' },
]

const IDENTITIES = Object.entries(stateNames).map(([value, words]) => ({ value, label: `Identity: ${words}` }))

const columns: readonly Column<ListedUser>[] = [
  { label: 'Name', place: 'lead', share: 1.3, show: (user) => <NameCell user={user} /> },
  { label: 'Email', share: 1.5, show: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  { label: 'Account', share: 0.75, show: ({ id, name }) => <ViewUser id={id} name={name} /> },
  { label: 'Phone', share: 0.9, show: ({ phone }) => <span className="whitespace-nowrap">{phone || 'none'}</span> },
  { label: 'Country', share: 0.8, show: ({ country }) => (country ? countryName(country) : 'none') },
  { label: 'Password', share: 1.2, show: ({ enc_copy }) => <span className="text-13 text-ink-2">{enc_copy}</span> },
]

/** Everybody who has an account, who is blocked, and who helps to run the house. */
export function ListUsersScreen() {
  const list = useListQuery({ filters: ['status'] })
  const { address, query, narrowed, change } = list
  const tab = TABS.find(({ name }) => name === address.tab) ?? EVERYBODY
  const pages = usePages('GET /api/admin/users', (asked) => call('GET /api/admin/users', { query: asked }), {
    ...query,
    ...tab.only,
  })
  const owner = useUser()?.roles.includes('owner')
  const { rows, more } = pages
  return (
    <>
      <PageHead
        over="Users"
        title="Users List"
        below={rows && (more ? `The first ${rows.length}` : `${rows.length} ${narrowed ? 'found' : 'in all'}`)}
      />
      {/* above the card, which is as high as the screen: in it they would take the list's place */}
      {owner && tab.name === 'administrators' && <WaitingNew kind="invite to roles" className="mb-4" />}
      <div className={deskCard}>
        <Tabs
          label="Users"
          tabs={TABS}
          chosen={tab.name}
          onChoose={(name) => change({ tab: name })}
          panelClass="mt-3 flex flex-col gap-3 lg:min-h-0 lg:flex-1"
        >
          <div className="flex flex-col gap-3 lg:px-4">
            <FilterBar
              list={list}
              searchLabel="Name, e-mail, phone or id"
              narrowing={{ name: 'status', label: 'Status', choices: IDENTITIES }}
              csv={{ path: '/api/admin/users/csv', name: 'users.csv', query: tab.only }}
            />
            {owner && tab.name === 'administrators' && <Invitations />}
          </div>
          <LongTable
            label="Users"
            columns={columns}
            pages={pages}
            empty={narrowed ? 'Nobody found. Try another search, or clear the filters.' : tab.empty}
          />
        </Tabs>
      </div>
    </>
  )
}

function NameCell({ user: { name, profile, roles, blocked } }: { user: ListedUser }) {
  return (
    <span className="flex items-center gap-3 font-semibold">
      <Avatar name={name} picture={profile} className="size-10 text-13 lg:size-8 lg:text-12" />
      <span className="min-w-0">
        <span className="wrap-anywhere">{name}</span>
        {roles.length > 0 && <span className="block text-13 font-normal text-ink-2">{roles.join(', ')}</span>}
        {blocked && (
          <span className="block text-13">
            <StatusPill status="declined" label="Blocked" />
          </span>
        )}
      </span>
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
