import { Suspense, useEffect, type ReactNode } from 'react'
import type { Approval, ApprovalKind } from '#approvals/contract.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useNewestWaits, useSecondApprover, useWaitsFor, useWaitsOf } from './second-approval.ts'
import { dollars } from '#money/show.ts'

// comes when something waits: most of the time nothing does
const ApprovalRequest = lazyPart(async () => (await import('./approval-request.tsx')).ApprovalRequest)

/** What waits for a second administrator on what this id names, on the record itself. Nothing if nothing waits. */
export function WaitingApproval({ of, className = '' }: { of: string; className?: string }) {
  return <Requests waiting={useWaitsFor(of)} className={className} />
}

/** These requests, under one another. */
export function Requests({ waiting, className = '' }: { waiting: readonly Approval[]; className?: string }) {
  if (waiting.length === 0) return null
  return (
    <div className={`flex flex-col gap-3 ${className}`}>
      <Suspense>
        {waiting.map((approval) => (
          <ApprovalRequest key={approval.id} approval={approval} />
        ))}
      </Suspense>
    </div>
  )
}

/** What is to be made once a second administrator agrees: it has no record yet on which it could stand. */
export function WaitingNew({ kind, className = 'mt-4' }: { kind: ApprovalKind; className?: string }) {
  return <Requests waiting={useWaitsOf(kind)} className={`sm:max-w-[36rem] ${className}`} />
}

/**
 * Whether what waits can be drawn, or is not to be had. A list that is shown before would move as it comes, from under the
 * finger of somebody about to press.
 */
export function useWaitsReady(): boolean {
  const { data, error } = useNewestWaits()
  const settled = ApprovalRequest.useSettled()
  const some = data !== undefined && data.items.length > 0
  useEffect(() => {
    if (some) void ApprovalRequest.preload()
  }, [some])
  return some ? settled : data !== undefined || error !== null
}

/** Beforehand: what waits, where there is somebody who could agree; else that nobody is needed. */
export function SecondApprovalNeeded({ children }: { children: ReactNode }) {
  const second = useSecondApprover()
  if (!second) return null
  const alone = 'There is no other administrator to agree, so it takes effect at once.'
  return <p className="text-13 text-ink-2">{second.others.reviewers ? children : alone}</p>
}

/** Beforehand: from where on a correction waits, where there is somebody who could agree. `typed`: an investor typed the amount. */
export function SecondApprovalLimit({ typed = false }: { typed?: boolean }) {
  const second = useSecondApprover()
  if (!second?.others.reviewers) return null
  const away = typed ? ', or leaves the amount that far from what the investor typed' : ''
  return (
    <>
      {' '}
      If it moves more than {dollars(second.limit)}
      {away}, another administrator has to agree first.
    </>
  )
}
