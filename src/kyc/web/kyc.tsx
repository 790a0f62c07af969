import { Link } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import type { ReplyOf } from '#kit/wire.ts'
import * as text from '#texts/kyc.ts'
import { initialsOf } from '#ui/avatar.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { createRead } from '#ui/read.ts'
import { MissingSeal, Seal } from '#ui/rosette.tsx'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { dateOf, dayOf } from '#ui/times.ts'
import { useUser } from '#identity/web/session.ts'
import type { kycContract } from '../contract.ts'
import { call } from './calls.ts'

const IdentitySteps = lazyPart(async () => (await import('./identity-steps.tsx')).IdentitySteps)

const useRead = createRead(call)

type Check = ReplyOf<(typeof kycContract)['GET /api/kyc']>

/** Where the identity check stands, and its steps while there are any to take. */
export function KycScreen() {
  const { data: check, error, refetch } = useRead('GET /api/kyc')
  return (
    <>
      <ScreenHead title={text.title} line={text.line} />
      {check ? (
        <div className={check.may_submit ? 'grid items-start gap-4 md:grid-cols-2' : 'mx-auto max-w-130'}>
          <Standing check={check} />
          {check.may_submit && (
            <Suspense fallback={<Skeleton className="h-80 rounded-card" />}>
              <IdentitySteps draft={check.draft} />
            </Suspense>
          )}
        </div>
      ) : error ? (
        <LoadFailed again={refetch} />
      ) : (
        <Skeleton className="mx-auto h-80 max-w-130 rounded-card" />
      )}
    </>
  )
}

function Standing({ check }: { check: Check }) {
  const { state, may_submit, reason, submitted_at, needed_for, expires_on } = check
  return (
    <Card className="flex flex-col items-center px-6 py-9 text-center">
      <OwnSeal signed={state === 'approved'} />
      <h2 className="mt-5 text-22">{headingOf(check)}</h2>
      <p className="mt-1.5 text-balance text-ink-2">{lineOf(check)}</p>
      {reason && <p className="mt-1.5 text-balance text-down">{reason}</p>}
      {reason && may_submit && (
        <p className="mt-1.5 text-14 text-ink-2">
          {text.phone[0]}{' '}
          <Link to="/security" className="inline-flex min-h-11 items-center font-semibold text-brand underline">
            {text.phone[1]}
          </Link>
        </p>
      )}
      <p className="mt-1.5 text-14 text-ink-2">
        {state === 'submitted' && submitted_at
          ? text.askedOn(dayOf(submitted_at))
          : state === 'approved'
            ? expires_on && check.renewal === null && text.validUntil(dateOf(expires_on))
            : text.neededFor[needed_for]}
      </p>
      {may_submit ? (
        <p className="mt-5 border-t border-line pt-5 text-13 text-balance text-ink-2">{text.safety}</p>
      ) : (
        <NextStep>
          <Link to="/dashboard" className={`${buttonClass()} w-full`}>
            {text.dashboard}
          </Link>
        </NextStep>
      )}
    </Card>
  )
}

function headingOf({ state, renewal }: Check): string {
  return renewal === null ? text.states[state].heading : text.renewals[renewal].heading
}

function lineOf({ state, renewal, expires_on }: Check): string {
  if (renewal === null || expires_on === null) return text.states[state].text
  return text.renewals[renewal].text(dateOf(expires_on))
}

function NextStep({ children }: { children: ReactNode }) {
  return <div className="mt-7 w-full">{children}</div>
}

/** The person's own seal; a dashed circle while it is still missing. */
function OwnSeal({ signed }: { signed: boolean }) {
  const user = useUser()
  if (!user) return null
  const size = 'size-24 text-[2rem]'
  return signed ? (
    <Seal id={user.id} initials={initialsOf(user.name)} className={size} />
  ) : (
    <MissingSeal initials={initialsOf(user.name)} className={size} />
  )
}
