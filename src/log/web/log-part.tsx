import { type SyntheticEvent, useState } from 'react'
import * as text from '#texts/log.ts'
import { useAnswer } from '#ui/answer.ts'
import { Button } from '#ui/button.tsx'
import { CopyText } from '#ui/copy-text.tsx'
import { fieldOf } from '#ui/submission.ts'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { ago } from '#ui/times.ts'
import { keptLines } from '../kept-note-rules.ts'
import { CheckAnswer } from './check-answer.tsx'
import { askToday, checkAgainstToday, keptIn, type LogToday, type MailCheck } from './log-today.ts'

const ask = () => askToday().catch(() => undefined)

/** The log of today, who else signs it, and whether it still begins with what somebody has kept. */
export function LogPart() {
  const [today, setToday] = useState<{ log: LogToday | null | undefined; now: number }>()
  useAnswer(ask, (log) => setToday({ log, now: Date.now() }))
  const log = today?.log
  return (
    <section aria-labelledby="log" className="mt-8">
      <h2 id="log" className="text-17 font-medium">
        {text.heading}
      </h2>
      <p className="mt-1 text-14 text-ink-2">
        {log ? text.about(log.size) : log === null ? text.notYet : today ? text.failed : '\u00a0'}
      </p>
      {log?.stopped && (
        <div className="mt-3">
          <Notice tone="warning">{text.stopped}</Notice>
        </div>
      )}
      {today && log && (
        <>
          {log.since && <p className="mt-1 text-14 wrap-anywhere">{text.goesOn(log.since)}</p>}
          <CheckForm />
          <Newest log={log} />
          <Witnesses witnesses={log.witnesses} now={today.now} />
          <p className="mt-3 text-14 text-ink-2">{text.trust}</p>
        </>
      )}
    </section>
  )
}

function CheckForm() {
  const [error, setError] = useState<string>()
  const [found, setFound] = useState<MailCheck | 'checking'>()
  const check = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const pasted = fieldOf(new FormData(event.currentTarget), 'line')
    const kept = keptIn(pasted)
    setError(kept === undefined ? (pasted.trim() === '' ? text.noMail : text.noLine) : undefined)
    setFound(kept && 'checking')
    if (kept !== undefined) setFound(await checkAgainstToday(kept))
  }
  const busy = found === 'checking'
  return (
    <form noValidate className="mt-3" onSubmit={(event) => void check(event)}>
      <TextArea label={text.line} name="line" rows={3} error={error} maxLength={100_000} spellCheck={false} />
      <Button type="submit" variant="secondary" size="medium" className="mt-3 w-full" busy={busy}>
        {busy ? text.checking : text.check}
      </Button>
      <div role="status">{found !== undefined && !busy && <CheckAnswer found={found} />}</div>
    </form>
  )
}

/** The newest checkpoint to read, and to copy as the end of a mail has it. */
function Newest({ log }: { log: LogToday }) {
  return (
    <details className="mt-4 border-t border-line text-14">
      <summary className="cursor-pointer py-3 font-semibold">{text.newest}</summary>
      <div className="flex gap-x-5">
        <p className="min-w-0 flex-1 text-12 wrap-anywhere whitespace-pre-line text-ink-2 select-all">
          {`${log.note}\n${log.key}`}
        </p>
        <CopyText text={keptLines(log).join('\n')} label={text.copyNewest} quiet />
      </div>
    </details>
  )
}

function Witnesses({ witnesses, now }: Pick<LogToday, 'witnesses'> & { now: number }) {
  return (
    <section aria-label={text.witnesses} className="mt-4 text-14">
      <h3 className="font-semibold">{text.witnesses}</h3>
      {witnesses.length === 0 ? (
        <p className="mt-1 text-ink-2">{text.nobody}</p>
      ) : (
        <dl className="mt-1">
          {witnesses.map(({ name, at }) => (
            <div key={name} className="flex items-baseline justify-between gap-3 border-t border-line py-2">
              <dt className="min-w-0 wrap-anywhere text-ink-2">{name}</dt>
              <dd>{at === null ? text.notSeen : ago(at, now)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
