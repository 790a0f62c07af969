import { Link } from '@tanstack/react-router'
import { call as termsCall } from '#settings/web/calls.ts'
import { type ReactNode, Suspense } from 'react'
import { stateNames } from '#texts/kyc-states.ts'
import * as text from '#texts/profile.ts'
import { Card, Certificate } from '#ui/card.tsx'
import { serialOf } from '#kit/guilloche-rules.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { createRead } from '#ui/read.ts'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { dayOf } from '#ui/times.ts'
import { countryName } from '#users/web/countries.ts'
import { PictureForm } from './picture-form.tsx'
import { readView, useUser } from './session.ts'
import type { User } from '#users/contract.ts'

// asks the browser before it can be drawn, and stands below what comes first
const PushSwitch = lazyPart(async () => (await import('#notifications/web/push-switch.tsx')).PushSwitch)

const MailWordSection = lazyPart(async () => (await import('./mail-word.tsx')).MailWordSection)

const useTermsRead = createRead(termsCall)

/** The person's picture, and what is known about them. */
export function ProfileScreen() {
  const user = useUser()
  if (!user) return null
  return (
    <>
      <ScreenHead title={text.title} line={user.name} />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Certificate paper="verdigris" of={user.id} className="flex min-h-42.5 flex-col justify-end p-5">
            <p className="text-22 font-semibold">{user.name}</p>
            <p className="mt-1 text-12 tracking-wide opacity-80">{text.serial(serialOf(user.id))}</p>
          </Certificate>
          <Card className="p-5">
            <PictureForm user={user} />
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Card className="px-5 py-2">
            <ProfileItems user={user} />
            <p className="border-t border-line py-3 text-14 text-ink-2">{text.notHere}</p>
          </Card>
          <Card className="min-h-23 px-5 py-2">
            <Suspense>
              <PushSwitch userId={user.id} />
            </Suspense>
          </Card>
          <Suspense fallback={<Skeleton className="h-60" />}>
            <MailWordSection />
          </Suspense>
        </div>
      </div>
    </>
  )
}

function ProfileItems({ user }: { user: User }) {
  return (
    <dl aria-label={text.items} className="divide-y divide-line">
      <Item term={text.email}>{user.email}</Item>
      <Item term={text.phone}>{user.phone || text.none}</Item>
      <Item term={text.country}>{user.country ? countryName(user.country) : text.none}</Item>
      <Item term={text.check}>
        <CheckState user={user} />
      </Item>
      <Item term={text.memberSince}>{dayOf(user.created_at)}</Item>
      <Item term={text.security}>
        <Link to="/security" className="-my-3 inline-flex min-h-11 items-center font-semibold text-brand underline">
          {text.securityLink}
        </Link>
      </Item>
      {readView() === 'investor' && (
        <Item term={text.terms}>
          <OwnTerms />
        </Item>
      )}
      {readView() === 'investor' && (
        <Item term={text.statement}>
          <Link to="/statement" className="-my-3 inline-flex min-h-11 items-center font-semibold text-brand underline">
            {text.statementLink}
          </Link>
        </Item>
      )}
    </dl>
  )
}

/** Which terms the person has accepted and when, and the way to those that are still to be accepted. */
function OwnTerms() {
  const { data } = useTermsRead('GET /api/own-terms')
  const [last] = data?.accepted ?? []
  return (
    <>
      {last && last.version !== 'operator' && `${text.accepted(last.version, dayOf(last.at))} · `}
      <Link to="/terms" className="-my-3 inline-flex min-h-11 items-center font-semibold text-brand underline">
        {data?.to_accept ? text.acceptTerms(data.to_accept.version) : text.readTerms}
      </Link>
    </>
  )
}

/** A long value goes to a line of its own. */
function Item({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
      <dt className="text-14 text-ink-2">{term}</dt>
      <dd className="min-w-0 font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}

/** Where the identity check stands; from an investor's profile it leads there while there is something to do. */
function CheckState({ user }: { user: User }) {
  const state = stateNames[user.kyc]
  if (user.kyc === 'approved' || readView() !== 'investor') return state
  return (
    <Link to="/kyc" className="-my-3 inline-flex min-h-11 items-center font-semibold text-brand underline">
      {state}
    </Link>
  )
}
