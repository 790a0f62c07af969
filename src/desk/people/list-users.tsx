import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { stateNames } from '#texts/kyc-states.ts'
import { countryName } from '#users/web/countries.ts'
import { useUser } from '#identity/web/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { buttonClass } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { Column } from '#ui/record-table.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { countLine, useCountedPages } from '#lists/web/counted.ts'
import { useListQuery } from '#lists/web/list-query.ts'
import { call, useRead } from '#desk/calls.ts'
import { FilterBar } from '#lists/web/filter-bar.tsx'
import { WaitingNew } from '#desk/approvals/waiting-approval.tsx'
import { Invitations } from './invitations.tsx'
import { deskCard, LongTable } from '#lists/web/long-table.tsx'
import type { UserInList } from '#users/contract.ts'
import { CheckPill } from './check-pill.tsx'
import { Cut } from '#desk/record-parts.tsx'
import { credentialInWords } from './user-view.ts'
import { useMinute } from '#lists/web/minute.ts'
import { dollars } from '#money/show.ts'
import { ago, dayOf, momentOf, together } from '#ui/times.ts'

const Screening = lazyPart(async () => (await import('#desk/screening/screening.tsx')).ScreeningScreen)

const LIST = 'GET /api/admin/users'
/** Tabs of what is shown in the place of the users. */
const OF_SCREENING = ['matches', 'decided', 'lists']

type TabName = 'everybody' | 'blocked' | 'administrators'
type Tab = { name: TabName; label: string; only: Record<string, string>; empty: string }

const EVERYBODY: Tab = { name: 'everybody', label: 'Everybody', only: {}, empty: 'No users yet' }
const TABS: readonly Tab[] = [
  EVERYBODY,
  { name: 'blocked', label: 'Blocked', only: { blocked: 'yes' }, empty: 'Nobody is blocked' },
  { name: 'administrators', label: 'Administrators', only: { roles: 'yes' }, empty: 'Nobody has a role' },
]

const IDENTITIES = Object.entries(stateNames).map(([value, words]) => ({ value, label: `Identity: ${words}` }))

const columns: readonly Column<UserInList>[] = [
  { label: 'Name', place: 'lead', share: 1.4, show: (user) => <NameCell user={user} /> },
  {
    label: 'Email, phone',
    share: 2.25,
    show: ({ email, phone }) => <TwoLines first={<Cut>{email}</Cut>} second={phone || 'no phone'} />,
  },
  { label: 'Balance', figures: true, share: 1.15, show: ({ balance }) => <Figure>{dollars(balance)}</Figure> },
  { label: 'Invested', figures: true, share: 1.15, show: ({ invested }) => <Figure>{dollars(invested)}</Figure> },
  { label: 'Identity', share: 1.05, show: ({ kyc }) => <CheckPill state={kyc} /> },
  {
    label: 'Joined, country',
    share: 1.15,
    show: ({ created_at, country }) => (
      <TwoLines first={dayOf(created_at)} second={<Cut>{country ? countryName(country) : 'no country'}</Cut>} />
    ),
  },
  {
    label: 'Signed in last, password',
    share: 2.15,
    show: ({ signed_in_at, ...user }) => (
      <TwoLines
        first={signed_in_at ? <SignedIn at={signed_in_at} /> : 'never'}
        second={<Cut>{credentialInWords(user).replace(/set .*/, together)}</Cut>}
      />
    ),
  },
  { label: 'Account', spare: true, share: 1.05, show: ({ id }) => <ViewUser id={id} /> },
]

/** Users; and under tabs of their own those whose names look like listed ones, with the sanctions lists. */
export function ListUsersScreen() {
  const { tab = '' } = useLocation().search
  if (!OF_SCREENING.includes(tab)) return <UsersList />
  return (
    <Suspense>
      <Screening />
    </Suspense>
  )
}

/** Everybody who has an account, who is blocked, and who helps to run the house. */
function UsersList() {
  const list = useListQuery({ filters: ['status'] })
  const { address, query, narrowed, change } = list
  const tab = TABS.find(({ name }) => name === address.tab) ?? EVERYBODY
  const pages = useCountedPages(
    LIST,
    (page) => call(LIST, { query: page }),
    (those) => call('GET /api/admin/users/count', { query: those }),
    { ...query, ...tab.only },
  )
  const owner = useUser()?.roles.includes('owner')
  return (
    <>
      <PageHead over="Users" title="Users List" below={countLine(pages, narrowed)} />
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
              of="users"
              searchLabel="Name, email, phone or id"
              narrowing={{ name: 'status', label: 'Status', choices: IDENTITIES }}
              csv={{ path: '/api/admin/users/csv', name: 'users.csv', query: tab.only }}
            >
              <Link to="/list-users" search={{ tab: 'matches' }} className={buttonClass('quiet', 'small')}>
                Sanctions lists <WaitingMatches />
              </Link>
            </FilterBar>
            {owner && tab.name === 'administrators' && <Invitations />}
          </div>
          <LongTable
            label="Users"
            columns={columns}
            pages={pages}
            hrefOf={({ id }) => ({ to: '/view-account/$userId', params: { userId: id }, state: { list: true } })}
            empty={narrowed ? 'Nobody found. Try another search, or clear the filters.' : tab.empty}
          />
        </Tabs>
      </div>
    </>
  )
}

/** How many matches with the lists somebody has to look at; nothing where there are none. */
function WaitingMatches() {
  const count = useRead('GET /api/admin/waiting').data?.matches.count ?? 0
  return count > 0 && <StatusPill status="pending" label={`${count} to review`} />
}

function NameCell({ user: { name, profile, roles, blocked } }: { user: UserInList }) {
  return (
    <span className="flex items-center gap-3 font-semibold lg:gap-2">
      <Avatar name={name} picture={profile} className="size-10 text-13 lg:size-8 lg:text-12" />
      <span className="min-w-0">
        <span className="sr-only">View user </span>
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

/** Never cut short: half an amount is another amount. */
function Figure({ children }: { children: string }) {
  'use no memo'
  return <span className="wrap-anywhere">{children}</span>
}

function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  'use no memo'
  return (
    <>
      <span className="block lg:whitespace-nowrap">{first}</span>
      <span className="block text-13 text-ink-2">{second}</span>
    </>
  )
}

function SignedIn({ at }: { at: string }) {
  const now = useMinute()
  return (
    <time dateTime={at} title={momentOf(at)}>
      {ago(at, now)}
    </time>
  )
}

/** For the eye: the row's own link is its name. */
function ViewUser({ id }: { id: string }) {
  return (
    <Link
      to="/view-account/$userId"
      params={{ userId: id }}
      tabIndex={-1}
      aria-hidden
      className={`${buttonClass('quiet', 'small')} whitespace-nowrap`}
    >
      View user
    </Link>
  )
}
