import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as text from '#texts/kyc.ts'
import { initialsOf } from '#ui/avatar.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { createRead } from '#ui/read.ts'
import { MissingSeal, Seal } from '#ui/rosette.tsx'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSubmission } from '#ui/submission.ts'
import { dayOf } from '#ui/times.ts'
import { call } from './calls.ts'
import { useUser } from '#identity/web/session.ts'

const useRead = createRead(call)

/** Where the identity check stands, and asking for a review. */
export function KycScreen() {
  const { data: check, error, refetch } = useRead('GET /api/kyc')
  const cache = useQueryClient()
  const { busy, submit } = useSubmission()
  const ask = () =>
    void submit(() => call('POST /api/kyc', { body: {} }), {
      done: () => void cache.invalidateQueries({ queryKey: ['GET /api/kyc'] }),
    })
  return (
    <>
      <ScreenHead title={text.title} line={text.line} />
      {check ? (
        <Card className="mx-auto flex max-w-130 flex-col items-center px-6 py-9 text-center">
          <OwnSeal signed={check.state === 'approved'} />
          <h2 className="mt-5 text-22">{text.states[check.state].heading}</h2>
          <p className="mt-1.5 text-balance text-ink-2">{text.states[check.state].text}</p>
          {check.reason && <p className="mt-1.5 text-down">{check.reason}</p>}
          <p className="mt-1.5 text-14 text-ink-2">
            {check.state === 'submitted' && check.submitted_at
              ? text.askedOn(dayOf(check.submitted_at))
              : check.state !== 'approved' && text.neededFor[check.needed_for]}
          </p>
          <NextStep>
            {check.state === 'none' || check.state === 'rejected' ? (
              <Button busy={busy} onClick={ask} className="w-full">
                {text.ask}
              </Button>
            ) : (
              <Link to="/dashboard" className={`${buttonClass()} w-full`}>
                {text.dashboard}
              </Link>
            )}
          </NextStep>
        </Card>
      ) : error ? (
        <LoadFailed again={refetch} />
      ) : (
        <Skeleton className="mx-auto h-80 max-w-130 rounded-card" />
      )}
    </>
  )
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
