import { Link } from '@tanstack/react-router'
import { BadgeCheck } from 'lucide-react'
import { Suspense } from 'react'
import { stateNames } from '#texts/kyc-states.ts'
import { countryName } from '#users/web/countries.ts'
import { countOf } from '#texts/locale.ts'
import { useUser } from '#identity/web/session.ts'
import { initialsOf } from '#ui/avatar.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FigureList } from '#ui/figures.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Rosette, Seal } from '#ui/rosette.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { dayOf, together } from '#ui/times.ts'
import { LostFactorRequest } from './lost-factor.tsx'
import { credentialInWords, type UserView } from './user-view.ts'
import { useWaitsFor } from '#desk/approvals/second-approval.ts'
import { useMayChange, useWhyNotDecide } from '#desk/decisions/may-decide.ts'
import type { ListedUser } from '#users/contract.ts'

const MatchesOf = lazyPart(async () => (await import('#desk/screening/matches-of.tsx')).MatchesOf)

/** Who it is, how the credential stands, and what can be done about both. */
export function UserPerson({ view }: { view: UserView }) {
  const { user, inviter, invited, terms } = view
  return (
    <Card className="overflow-clip pb-4">
      <div className="paper-verdigris relative isolate h-20 overflow-clip">
        <Rosette id={user.id} className="top-1/2 -right-10 -z-10 size-56 -translate-y-1/2" />
      </div>
      <div className="relative -mt-11 ml-4 grid size-22 place-items-center rounded-full bg-surface">
        {user.profile ? (
          <img src={user.profile} alt="" className="size-18 rounded-full object-cover" />
        ) : (
          <Seal id={user.id} initials={initialsOf(user.name)} className="size-19 text-[1.75rem]" />
        )}
      </div>
      <div className="px-5">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-17">
          <span className="wrap-anywhere">{user.name}</span>
          {user.kyc === 'approved' && <BadgeCheck aria-label="Identity approved" className="size-5 shrink-0 text-up" />}
          {user.blocked && <StatusPill status="declined" label="Blocked" />}
        </h2>
        <FigureList
          className="mt-3"
          figures={[
            { term: 'Email', value: user.email },
            { term: 'Phone', value: user.phone || 'none' },
            { term: 'Country', value: user.country ? countryName(user.country) : 'none' },
            { term: 'Identity check', value: stateNames[user.kyc] },
            { term: 'Terms accepted', value: terms.map(termsInWords).join(', ') },
            ...(user.roles.length > 0 ? [{ term: 'Roles', value: user.roles.join(', ') }] : []),
            { term: 'Invited by', value: inviter ? <PersonLink person={inviter} /> : 'nobody' },
            { term: 'Has invited', value: invited.count > 0 ? <Invited count={invited.count} /> : 'nobody' },
          ]}
        />
      </div>
      <Suspense>
        <MatchesOf userId={user.id} />
      </Suspense>
      <Identity user={user} />
      <LostFactorRequest user={user} />
      <Credential user={user} />
      <SignIn user={user} />
    </Card>
  )
}

/** `Version 3 on Nov 22, 2026`; whoever was made an owner has accepted none. */
function termsInWords({ version, at }: UserView['terms'][number]): string {
  return version === 'operator' ? 'none, as the operator' : `version ${version} ${together(`on ${dayOf(at)}`)}`
}

function PersonLink({ person: { id, name } }: { person: { id: string; name: string } }) {
  return (
    <Link to="/view-account/$userId" params={{ userId: id }} className={inlineLink}>
      {name}
    </Link>
  )
}

const inlineLink = '-my-2 inline-block py-2 text-brand wrap-anywhere'

function Invited({ count }: { count: number }) {
  const panel = usePanel('invited')
  return (
    <button type="button" onClick={() => panel.show()} className={inlineLink}>
      {countOf(count, { one: '# person', other: '# people' })}
    </button>
  )
}

function Identity({ user }: { user: ListedUser }) {
  const approve = usePanel('approve-kyc')
  const reject = usePanel('decline-kyc')
  const whyNot = useWhyNotDecide([user.id])
  if (user.kyc !== 'submitted' || whyNot) return null
  return (
    <section aria-label="Identity check" className="mx-3 mt-4 rounded-tile bg-pending-wash p-3">
      <p className="px-1 text-13 text-pending">{user.name} has submitted an identity check.</p>
      <div className="mt-2 grid grid-cols-2 gap-2">
        <Button variant="secondary" size="small" className="text-down!" onClick={() => reject.show()}>
          Reject
        </Button>
        <Button size="small" onClick={() => approve.show()}>
          Approve
        </Button>
      </div>
    </section>
  )
}

/** Whether the signed-in administrator may handle how this user signs in: an administrator's is the owners'. */
function useMayHandle(user: ListedUser): boolean {
  const mayChange = useMayChange()
  const owner = useUser()?.roles.includes('owner') ?? false
  return mayChange && (owner || user.roles.length === 0)
}

function Credential({ user }: { user: ListedUser }) {
  const link = usePanel('reset-link')
  const signOut = usePanel('sign-out')
  const reset = usePanel('require-reset')
  const mayHandle = useMayHandle(user)
  return (
    <section aria-label="Password" className="mx-3 mt-4 rounded-tile bg-sunken p-3.5">
      <h3 className="text-14">Password</h3>
      <p className="mt-1 text-13">{credentialInWords(user)}</p>
      <p className="mt-2 border-t border-line-strong pt-2 text-13 text-ink-2">Nobody can read the password.</p>
      {mayHandle && (
        <div className="mt-3 flex flex-col gap-2">
          {!user.blocked && (
            <Button variant="secondary" size="small" onClick={() => link.show()}>
              Send reset link
            </Button>
          )}
          <Button variant="secondary" size="small" onClick={() => signOut.show()}>
            Sign out everywhere
          </Button>
          <Button variant="secondary" size="small" className="text-down!" onClick={() => reset.show()}>
            Require reset
          </Button>
        </div>
      )}
    </section>
  )
}

/** Whether the user may sign in, and as what; never decided by the user. */
function SignIn({ user }: { user: ListedUser }) {
  const block = usePanel('block')
  const unblock = usePanel('unblock')
  const roles = usePanel('roles')
  const me = useUser()
  const mayHandle = useMayHandle(user) && me?.id !== user.id
  const mayGive = mayHandle && user.roles.length > 0 && me?.roles.includes('owner')
  // what waits is decided first: until then neither could be done
  const waits = useWaitsFor(user.id).some(({ subject_kind }) => subject_kind === 'roles')
  return (
    <section
      aria-label="Sign-in"
      className={`mx-3 mt-3 rounded-tile p-3.5 ${user.blocked ? 'bg-down-wash' : 'bg-sunken'}`}
    >
      <h3 className="text-14">Sign-in</h3>
      <p className="mt-1 text-13 wrap-anywhere">
        {user.blocked ? `Blocked since ${dayOf(user.blocked.at)}: ${user.blocked.reason}` : 'Open'}
      </p>
      <div className="mt-3 flex flex-col gap-2">
        {mayHandle && user.blocked && !waits && (
          <Button variant="secondary" size="small" onClick={() => unblock.show()}>
            Unblock sign-in
          </Button>
        )}
        {mayHandle && !user.blocked && (
          <Button variant="secondary" size="small" className="text-down!" onClick={() => block.show()}>
            Block sign-in
          </Button>
        )}
        {mayGive && !waits && (
          <Button variant="secondary" size="small" onClick={() => roles.show()}>
            Change roles
          </Button>
        )}
        <Link to="/admin-audit" search={{ q: user.id }} className={buttonClass('secondary', 'small')}>
          Audit trail
        </Link>
      </div>
    </section>
  )
}
