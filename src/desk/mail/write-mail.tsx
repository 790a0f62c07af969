import type { FormEvent } from 'react'
import { isMailAddress, segmentInWords } from '#mail/rules.ts'
import { Button } from '#ui/button.tsx'
import type { CallError } from '#ui/client.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SelectField } from '#ui/select-field.tsx'
import { problemsOf, useSubmission } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useRefresh } from '#ui/read.ts'
import { call, useRead } from '#desk/calls.ts'
import { DecisionForm } from '#desk/decisions/decision-form.tsx'
import { type Draft, people, segmentOf, type useDraft } from './mail-draft.ts'
import type { Preview } from './mail-preview.tsx'
import { useMayChange } from '#desk/decisions/may-decide.ts'

const TO = [
  { value: 'one', label: 'One address' },
  { value: 'all', label: 'All users' },
  { value: 'running', label: 'Users with running investments' },
  { value: 'plan', label: 'Users with running investments of one plan' },
]

type WriteMailProps = ReturnType<typeof useDraft> & { preview: Preview }

/** A mail to one address, or to a segment after a summary. */
export function WriteMail({ draft, change, clear, preview }: WriteMailProps) {
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()
  const maySend = useMayChange()
  const summary = usePanel('send-mailing')
  const many = draft.to !== 'one'
  const count = receiversOf(draft, preview)

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const title = draft.title.trim()
    const receiver = draft.receiver.trim()
    const check = () => problemsOfDraft(draft, count)
    if (many) {
      // what is wrong is said before the summary; sending comes after it
      void submit(async () => summary.show(), { check, sending: false, success: null })
      return
    }
    const body = { title, content: draft.content, receiver }
    void submit(() => call('POST /api/send-mail', { body }), {
      check,
      sending: false,
      done: () => {
        clear()
        refresh()
      },
    })
  }

  return (
    <form onSubmit={send} noValidate className="flex flex-col gap-4">
      <Receivers draft={draft} change={change} count={count} errors={errors} />
      <TextField
        label="Mail Title"
        name="title"
        required
        maxLength={200}
        value={draft.title}
        onChange={({ target }) => change({ title: target.value })}
        error={errors['title']}
      />
      <TextArea
        label="Content"
        name="content"
        required
        rows={12}
        maxLength={20_000}
        hint="Markdown: **bold**, # heading, - list, [words](https://…). No HTML, no pictures."
        value={draft.content}
        onChange={({ target }) => change({ content: target.value })}
        error={errors['content']}
      />
      {maySend ? (
        <Button type="submit" busy={busy} className="lg:self-end">
          {busy ? 'sending...' : 'Send Mail'}
        </Button>
      ) : (
        <p className="text-13 text-ink-2">Support cannot send mail.</p>
      )}
      <SidePanel open={summary.open && count !== undefined} onClose={summary.close} title="Send to many">
        <Summary draft={draft} count={count ?? 0} onBack={summary.close} onSent={clear} />
      </SidePanel>
    </form>
  )
}

type ReceiversProps = Pick<WriteMailProps, 'draft' | 'change'> & {
  count: number | undefined
  errors: CallError['errors']
}

/** Whom a draft goes to: one address, or a segment with how many belong to it. */
function Receivers({ draft, change, count, errors }: ReceiversProps) {
  return (
    <>
      <SelectField
        label="To"
        choices={TO}
        value={draft.to}
        onChange={({ target }) => change({ to: target.value as Draft['to'] })}
        hint={draft.to === 'one' ? undefined : countInWords(draft, count)}
        error={errors['segment']}
      />
      {draft.to === 'one' && (
        <TextField
          label="Receiver email"
          name="receiver"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          value={draft.receiver}
          onChange={({ target }) => change({ receiver: target.value })}
          error={errors['receiver']}
        />
      )}
      {draft.to === 'plan' && (
        <PlanField chosen={draft.plan_id} onChoose={(plan_id) => change({ plan_id })} error={errors['plan_id']} />
      )}
    </>
  )
}

/** How many a draft goes to; undefined if that is not known yet, or only of those who were chosen before. */
function receiversOf(draft: Draft, { data }: Preview): number | undefined {
  const whom = segmentOf(draft)
  return whom && JSON.stringify(whom) === JSON.stringify(data?.whom) ? (data?.receivers ?? undefined) : undefined
}

function problemsOfDraft(draft: Draft, count: number | undefined) {
  const { title, content, to, receiver, plan_id } = draft
  return problemsOf({
    receiver:
      to === 'one' && !isMailAddress(receiver.trim()) ? 'Enter one email address, such as ann@example.com.' : null,
    plan_id: to === 'plan' && plan_id === '' ? 'Choose one of the plans.' : null,
    segment:
      to === 'one' || (to === 'plan' && plan_id === '')
        ? null
        : count === 0
          ? 'Nobody is in this segment at the moment.'
          : count === undefined
            ? 'It is still being counted. Try again in a moment.'
            : null,
    title: title.trim() === '' ? 'Enter a title.' : null,
    content: content.trim() === '' ? 'Enter the text of the mail.' : null,
  })
}

function countInWords(draft: Draft, count: number | undefined): string {
  if (segmentOf(draft) === undefined) return 'Choose the plan.'
  if (count === undefined) return 'counting...'
  return `${people(count)} will receive this. Blocked users are left out.`
}

type PlanFieldProps = { chosen: string; onChoose: (id: string) => void; error: readonly string[] | undefined }

function PlanField({ chosen, onChoose, error }: PlanFieldProps) {
  const { data } = useRead('GET /api/admin-histories')
  const plans = (data?.plans ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <SelectField
      label="Plan"
      required
      choices={[{ value: '', label: data ? 'Choose a plan' : 'loading...' }, ...plans]}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
      error={error}
    />
  )
}

type SummaryProps = { draft: Draft; count: number; onBack: () => void; onSent: () => void }

/** What is about to be sent to how many, before it is. */
function Summary({ draft, count, onBack, onSent }: SummaryProps) {
  const { data } = useRead('GET /api/admin-histories')
  const whom = segmentOf(draft)
  const plan = data?.plans.find(({ id }) => id === draft.plan_id)?.name
  const send = async () => {
    if (whom === undefined) throw new Error('Choose whom to write to.')
    const body = { title: draft.title.trim(), content: draft.content, ...whom }
    const reply = await call('POST /api/send-mailing', { body })
    onSent()
    return reply
  }
  return (
    <DecisionForm
      summary={[
        { term: 'To', value: segmentInWords(whom?.segment ?? 'all', plan) },
        { term: 'Receivers', value: people(count) },
        { term: 'Title', value: draft.title.trim() },
      ]}
      consequence={
        <>
          <b className="text-ink">{people(count)} will receive this</b>, each in a separate mail. What has been sent
          can’t be taken back; the rest can be stopped. Every owner is told.
        </>
      }
      confirm={`Send to ${people(count)}`}
      send={send}
      onBack={onBack}
    />
  )
}
