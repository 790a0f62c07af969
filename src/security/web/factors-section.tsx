import { useState, type FormEvent } from 'react'
import { call } from '#factors/web/calls.ts'
import type { Factor } from '#factors/contract.ts'
import { useUser } from '#identity/web/session.ts'
import * as text from '#texts/factors.ts'
import { Button } from '#ui/button.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Notice } from '#ui/notice.tsx'
import { createRead, useRefresh } from '#ui/read.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSubmission } from '#ui/submission.ts'
import { dayOf } from '#ui/times.ts'
import { AddAuthenticator } from './add-authenticator.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { NameForm } from './name-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { FormEnd, Section } from './section.tsx'

const useRead = createRead(call)
const LONGEST_NAME = 60

/** Passkeys, authenticator apps and recovery codes: what else than a password protects the account. */
export function FactorsSection() {
  const { data, error, refetch } = useRead('GET /api/factors')
  const [adding, setAdding] = useState<Factor['kind']>()
  const refresh = useRefresh()
  const me = useUser()
  const added = () => {
    setAdding(undefined)
    refresh()
  }
  if (error) {
    return (
      <Section title={text.title}>
        <LoadFailed again={refetch} />
      </Section>
    )
  }
  if (!data) {
    return (
      <Section title={text.title} lead={text.lead}>
        <Skeleton className="h-24" />
      </Section>
    )
  }
  const isFirst = data.factors.length === 0
  const needsOne = data.required || (me?.roles.length ?? 0) > 0
  const last = data.factors.length > 1 ? null : needsOne ? 'stays' : 'goes'
  const form = { isFirst, onDone: added, onCancel: () => setAdding(undefined) }
  return (
    <Section title={text.title} lead={text.lead}>
      {isFirst && (data.required ? <Notice tone="warning">{text.required}</Notice> : <Notice>{text.none}</Notice>)}
      {!isFirst && (
        <ul aria-label={text.title} className="divide-y divide-line">
          {data.factors.map((factor) => (
            <FactorItem key={factor.id} factor={factor} last={last} />
          ))}
        </ul>
      )}
      {adding === 'passkey' ? (
        <AddPasskey {...form} />
      ) : adding === 'authenticator' ? (
        <AddAuthenticator {...form} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            variant={isFirst ? 'primary' : 'secondary'}
            size="medium"
            className="grow"
            onClick={() => setAdding('passkey')}
          >
            {text.addPasskey}
          </Button>
          <Button variant="secondary" size="medium" className="grow" onClick={() => setAdding('authenticator')}>
            {text.addAuthenticator}
          </Button>
        </div>
      )}
      {!isFirst && <RecoveryCodes left={data.recovery_codes} />}
    </Section>
  )
}

type FactorProps = {
  factor: Factor
  /** What is so of the last one, where this is it. */
  last: 'stays' | 'goes' | null
}

function FactorItem({ factor, last }: FactorProps) {
  const [doing, setDoing] = useState<'rename' | 'remove'>()
  const { id, name, kind, synced, created_at, last_used_at } = factor
  const facts = [
    text.kinds[kind] + (synced ? `, ${text.synced}` : ''),
    text.added(dayOf(created_at)),
    last_used_at === null ? text.neverUsed : text.used(dayOf(last_used_at)),
  ]
  const close = () => setDoing(undefined)
  return (
    <li className="py-3">
      <p className="font-semibold wrap-anywhere">{name}</p>
      <p className="mt-0.5 text-14 text-ink-2">{facts.join(' · ')}</p>
      {doing === 'rename' ? (
        <NameForm
          label={text.name}
          name={name}
          longest={LONGEST_NAME}
          save={text.save}
          missing={text.nameMissing}
          send={(typed) => call('POST /api/rename-factor/:id', { params: { id }, body: { name: typed } })}
          onDone={close}
        />
      ) : doing === 'remove' ? (
        <RemoveForm factor={factor} last={last} onDone={close} />
      ) : (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button variant="quiet" size="small" aria-label={text.renameOf(name)} onClick={() => setDoing('rename')}>
            {text.rename}
          </Button>
          <Button variant="danger" size="small" aria-label={text.removeOf(name)} onClick={() => setDoing('remove')}>
            {text.remove}
          </Button>
        </div>
      )}
    </li>
  )
}

function RemoveForm({ factor: { id, name }, last, onDone }: FactorProps & { onDone: () => void }) {
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const remove = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void submit(() => call('POST /api/remove-factor/:id', { params: { id } }), {
      done: () => {
        refresh()
        onDone()
      },
    })
  }
  if (last === 'stays') {
    return (
      <>
        <p className="mt-3 text-14 text-ink-2">{text.lastStays}</p>
        <Button variant="secondary" size="medium" className="mt-3" onClick={onDone}>
          {text.cancel}
        </Button>
      </>
    )
  }
  return (
    <form noValidate onSubmit={remove} className="mt-3 flex flex-col gap-3.5">
      {last && <p className="text-14 text-pending">{text.removeLast}</p>}
      <p className="text-14 text-ink-2">{text.removeConsequence(name)}</p>
      <FormEnd send={text.removeOf(name)} variant="danger" busy={busy} onCancel={onDone} />
    </form>
  )
}
