import { Link, useLocation } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import * as text from '#texts/invited-home.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { useAnswer } from '#ui/answer.ts'
import { Notice } from '#ui/notice.tsx'
import { writeStoredText } from '#ui/stored.ts'
import { call } from './calls.ts'
import { OfferedPlans } from './offered-plans.tsx'
import { heroLineClass, linkClass, SignedOut } from './signed-out.tsx'

type Told = Awaited<ReturnType<typeof read>>

const read = (referral: string) => call('GET /api/invitation', { query: { referral } })

/**
 * Home for somebody who was invited, or looks around before they have an account: who invites, what is on offer, what can
 * go wrong, how Plumb can be checked, and the ways in. What nobody has as a name is kept no longer, so that nobody
 * registers as invited by it; who only looks around stays invited by whom they were.
 */
export function InvitedHomeScreen() {
  const { state, search } = useLocation()
  const { next } = search
  const given = state.invited ?? null
  const invited = given ?? ''
  const [told, setTold] = useState<Told | 'failed'>()
  const ask = useCallback(() => read(invited).catch(() => 'failed' as const), [invited])
  const hear = (answer: Told | 'failed') => {
    setTold(answer)
    if (answer !== 'failed' && answer.inviter === null && given !== null) writeStoredText('invited-by', null)
  }
  useAnswer(ask, hear)
  const inviter = told === undefined || told === 'failed' ? invited : (told.inviter ?? '')
  return (
    <SignedOut
      title={given === null ? text.tabOfAll : text.tab}
      hero={
        <div className="mt-7">
          <h1 className={heroLineClass}>{inviter ? text.invites(inviter) : text.welcome}</h1>
          <p className="mt-1.5 text-15">{text.motto}</p>
        </div>
      }
    >
      {inviter === '' && given !== null && (
        <div className="mb-6">
          <Notice>{invited ? text.unknown : text.incomplete}</Notice>
        </div>
      )}
      <Link to="/register" search={{ next }} className={buttonClass()}>
        {text.create}
      </Link>
      <p className="mt-1 text-center text-ink-2">
        {text.haveAccount}{' '}
        <Link to="/login" search={{ next }} className={linkClass}>
          {text.login}
        </Link>
      </p>
      {inviter && <Part heading={text.who} lines={[text.bonus(inviter), text.seen(inviter)]} />}
      <section className="mt-7">
        <h2 className="text-17">{text.plans}</h2>
        {told === undefined ? (
          <p aria-busy className="mt-3 h-40 rounded-card bg-sunken" />
        ) : told === 'failed' ? (
          <div role="alert" className="mt-2 text-ink-2">
            {text.failed}
            <Button variant="secondary" size="medium" className="mt-3 w-full" onClick={() => void ask().then(hear)}>
              {text.again}
            </Button>
          </div>
        ) : (
          <OfferedPlans plans={told.plans} reserve={told.reserve} />
        )}
      </section>
      <Part heading={text.risk} lines={text.risks} />
      <Part heading={text.check} lines={text.checks} />
      {text.runBy !== null && (
        <>
          <Part heading={text.runs} lines={[text.runBy]} />
          {/* the server says where it leads */}
          <p>
            <a href="/support" className={linkClass}>
              {text.contact}
            </a>
          </p>
        </>
      )}
      <Link to="/terms" className={linkClass}>
        {text.terms}
      </Link>
    </SignedOut>
  )
}

function Part({ heading, lines }: { heading: string; lines: readonly string[] }) {
  return (
    <section className="mt-7">
      <h2 className="text-17">{heading}</h2>
      <ul className="mt-2 flex flex-col gap-2 text-ink-2">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
