import { useState } from 'react'
import type { OwnSession } from '#security/contract.ts'
import * as text from '#texts/security.ts'
import { Button } from '#ui/button.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { useNow } from '#ui/now.ts'
import { useRefresh } from '#ui/read.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSubmission } from '#ui/submission.ts'
import { ago } from '#ui/times.ts'
import { call, useRead } from './calls.ts'
import { NameForm } from './name-form.tsx'
import { Section } from './section.tsx'

const MINUTE = 60_000
const LONGEST_NAME = 40

/** Where somebody is signed in; each sign-in can be ended, and its device named. */
export function SessionsSection() {
  const { data, error, refetch } = useRead('GET /api/sessions')
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const endOthers = () => void submit(() => call('POST /api/end-other-sessions'), { done: refresh })
  const others = data && data.items.length > 1
  return (
    <Section
      title={text.sessions}
      lead={text.sessionsLead}
      action={
        others && (
          <Button variant="danger" size="small" busy={busy} onClick={endOthers}>
            {text.endOthers}
          </Button>
        )
      }
    >
      {error ? (
        <LoadFailed again={refetch} />
      ) : data ? (
        <ul aria-label={text.sessions} className="divide-y divide-line">
          {data.items.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <Skeleton className="h-24" />
      )}
    </Section>
  )
}

function SessionItem({ session }: { session: OwnSession }) {
  const [naming, setNaming] = useState(false)
  const now = useNow(MINUTE)
  const device = text.device(session.browser, session.system)
  const name = session.name ?? device
  const seen = session.current ? text.activeNow : text.lastActive(ago(session.seen_at, now))
  return (
    <li className="py-3">
      <p className="font-semibold wrap-anywhere">
        {name}
        {session.current && (
          <span className="ms-2 rounded-[0.375rem] bg-sunken px-2 py-0.5 text-12 text-ink-2">{text.thisDevice}</span>
        )}
      </p>
      <p className="mt-0.5 text-14 text-ink-2">
        {session.name && `${device} · `}
        {text.network(session.network)} · {seen}
      </p>
      {naming ? (
        <NameForm
          label={text.deviceName}
          name={session.name ?? ''}
          longest={LONGEST_NAME}
          save={text.saveName}
          send={(typed) => call('POST /api/name-device/:id', { params: { id: session.id }, body: { name: typed } })}
          onDone={() => setNaming(false)}
        />
      ) : (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button variant="quiet" size="small" aria-label={text.renameOf(name)} onClick={() => setNaming(true)}>
            {text.rename}
          </Button>
          {!session.current && <EndButton session={session} name={name} />}
        </div>
      )}
    </li>
  )
}

function EndButton({ session: { id }, name }: { session: OwnSession; name: string }) {
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const end = () => void submit(() => call('POST /api/end-session/:id', { params: { id } }), { done: refresh })
  return (
    <Button variant="danger" size="small" busy={busy} aria-label={text.endOf(name)} onClick={end}>
      {text.end}
    </Button>
  )
}
