import { useDeferredValue } from 'react'
import { useUser } from '#identity/web/session.ts'
import type { ReplyOf } from '#kit/wire.ts'
import type { settingsContract } from '#settings/contract.ts'
import { readTerms } from '#settings/terms-rules.ts'
import { versionLine } from '#settings/web/accept-terms.tsx'
import { ChangedTerms } from '#settings/web/changed-terms.tsx'
import { TermsText } from '#settings/web/terms-text.tsx'
import { Button } from '#ui/button.tsx'
import { CancelStep } from '#ui/cancel-step.tsx'
import { Card } from '#ui/card.tsx'
import { useChange } from '#ui/change.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { fieldOf, problemsOf } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import { momentOf } from '#ui/times.ts'
import { SecondApprovalNeeded, WaitingNew } from '#desk/approvals/waiting-approval.tsx'
import { useWaitsOf } from '#desk/approvals/second-approval.ts'
import { call, useRead } from '#desk/calls.ts'
import { useTermsDraft } from './terms-draft.ts'

type Reply = ReplyOf<(typeof settingsContract)['GET /api/admin/terms']>

/** The terms: an owner edits them beside how they will look, sees what differs, and publishes a new version. */
export function AdminTermsScreen() {
  const { data, error, refetch } = useRead('GET /api/admin/terms')
  const mayChange = useUser()?.roles.includes('owner') ?? false
  const waits = useWaitsOf('publish terms').length > 0
  return (
    <>
      <PageHead over="Settings" title="Terms" below={data && `${versionLine(data.in_force)} is in effect`} />
      {error && !data && <LoadFailed again={refetch}>{error.message}</LoadFailed>}
      {!error && !data && <Skeleton className="h-120 rounded-card" />}
      <WaitingNew kind="publish terms" className="mb-4" />
      {data && mayChange && !waits && <TermsEditor key={data.in_force.version} present={data.in_force} />}
      {data && !(mayChange && !waits) && (
        <Card className="max-w-160 p-5">
          <TermsText content={data.in_force.content} />
        </Card>
      )}
      {data && <Versions versions={data.versions} />}
    </>
  )
}

function TermsEditor({ present }: { present: Reply['in_force'] }) {
  const { draft, change: write, clear } = useTermsDraft(present)
  const { busy, errors, change } = useChange(clear)
  const publish = (given: FormData) => {
    const [content, summary] = [fieldOf(given, 'content'), fieldOf(given, 'summary').trim()]
    return call('POST /api/publish-terms', { body: { content, summary, follows: present.version } })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => change(event, publish, (given) => problemsOf({ content: problemIn(given, present) }))}
      className="grid gap-4 lg:grid-cols-2 lg:items-start"
    >
      <Card className="flex flex-col gap-3 p-5">
        <h2 className="text-17">Text</h2>
        <TextArea
          label="Terms"
          name="content"
          rows={14}
          value={draft.content}
          onChange={({ target }) => write({ content: target.value })}
          hint="# and ## make headings, - and 1. make lists, an empty line begins a paragraph. Everything else is shown as it is typed."
          error={errors['content']}
        />
        <TextArea
          label="What changes"
          name="summary"
          rows={2}
          maxLength={500}
          required
          value={draft.summary}
          onChange={({ target }) => write({ summary: target.value })}
          hint="Investors read it when they are asked to accept the new version."
          error={errors['summary']}
        />
        <SecondApprovalNeeded>The new version waits until another administrator agrees.</SecondApprovalNeeded>
        <p className="text-13 text-ink-2">
          Investors have to accept the new version before they invest again. It can’t be changed once it is published.
        </p>
        <Button type="submit" size="medium" busy={busy}>
          {busy ? 'sending...' : `Publish version ${present.version + 1}`}
        </Button>
      </Card>
      <Outcome typed={draft.content} present={present.content} onDiscard={clear} />
    </form>
  )
}

type OutcomeProps = { typed: string; present: string; onDiscard: () => void }

/** How a new text will look, what it changes, and the way back to the one in effect. */
function Outcome({ typed, present, onDiscard }: OutcomeProps) {
  // what is typed comes first, how it looks after it
  const read = readTerms(useDeferredValue(typed))
  const text = 'text' in read ? read.text : ''
  return (
    <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-5">
      <Card className="p-5">
        <h2 className="text-17">Preview</h2>
        <div role="region" aria-label="Preview" className="mt-3 wrap-anywhere">
          {'problem' in read ? <p className="text-14 text-down">{read.problem}</p> : <TermsText content={text} />}
        </div>
      </Card>
      <Card className="p-5">
        <h2 className="text-17">Changes</h2>
        <div role="region" aria-label="Changes" className="mt-3">
          {text !== present && text !== '' ? (
            <ChangedTerms before={present} after={text} />
          ) : (
            <p className="text-14 text-ink-2">The text is the one in effect.</p>
          )}
        </div>
        {typed !== present && (
          <div className="mt-4 flex flex-col gap-3">
            <p className="text-13 text-ink-2">Your changes are kept on this device until you publish them.</p>
            <CancelStep
              ask="Discard changes"
              heading="Discard your changes?"
              means="The text in effect takes their place."
              confirm="Discard them"
              keep="Keep editing"
              busy={false}
              quiet
              onConfirm={onDiscard}
            />
          </div>
        )}
      </Card>
    </div>
  )
}

function problemIn(given: FormData, present: Reply['in_force']): string | null {
  const read = readTerms(fieldOf(given, 'content'))
  if ('problem' in read) return read.problem
  return read.text === present.content ? 'These are the terms in effect. Change something first.' : null
}

/** Who has published what, and why; each version opens as investors read it. */
function Versions({ versions }: { versions: Reply['versions'] }) {
  return (
    <Card className="mt-4 px-5 pt-4 pb-1">
      <h2 className="text-17">Versions</h2>
      {versions.length === 0 && (
        <p className="py-3 text-14 text-ink-2">
          None has been published yet. The terms that came with the program are in effect.
        </p>
      )}
      <ol className="divide-y divide-line">
        {versions.map(({ version, summary, published_at, published_by }) => (
          <li key={version} className="py-3">
            <a
              href={`/terms?version=${version}`}
              target="_blank"
              rel="noreferrer"
              className="text-15 font-semibold text-brand"
            >
              Version {version}
            </a>
            <p className="text-13 text-ink-2">
              {published_by.name}, <time dateTime={published_at}>{momentOf(published_at)}</time>
            </p>
            <p className="text-14 wrap-anywhere whitespace-pre-line">{summary}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
