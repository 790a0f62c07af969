import { useState } from 'react'
import { countOf } from '#texts/locale.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { keepFile } from '#ui/download.ts'
import { Notice } from '#ui/notice.tsx'
import { fieldOf } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import { BulkProgress } from '#lists/web/bulk-progress.tsx'
import type { BulkRun } from '#lists/web/decide-in-bulk.ts'
import { dollars, showTotal } from '#money/show.ts'
import { LARGEST_PAYOUT_FILE, readPayoutFile, remainderOf } from '#withdrawals/payout-rules.ts'
import { checkPayoutFile, type CheckedFile, type PayoutRow, type SentRow } from './check-payout-file.ts'
import { onceDown } from './once-down.ts'

type PayoutPanelProps = {
  checked: CheckedFile | null
  run: BulkRun<SentRow, 'pay'> | null
  onChecked: (checked: CheckedFile) => void
  onSend: (rows: readonly SentRow[]) => void
  onStop: () => void
  onRestart: () => void
  onClose: () => void
}

/** A payout list that comes back: which one, then what would happen line by line, then how it goes and how it went. */
export function PayoutPanel(props: PayoutPanelProps) {
  const { checked, run, onChecked, onStop, onClose } = props
  if (!checked) return <Choose onChecked={onChecked} />
  if (!run) return <WhatWouldHappen {...props} checked={checked} />
  return (
    <>
      <BulkProgress
        run={run}
        whoOf={({ line, who }) => `Line ${line}: ${who}`}
        left="What wasn’t marked as paid is unchanged."
        done={leftOf(checked, run).size > 0 ? 'What is left of the file is unchanged.' : undefined}
        onStop={onStop}
        onClose={onClose}
      />
      {!run.running && <Left {...props} checked={checked} />}
    </>
  )
}

/** Asks for the list, as a file or pasted, and has it checked. */
function Choose({ onChecked }: Pick<PayoutPanelProps, 'onChecked'>) {
  const [problem, setProblem] = useState<string | null>(null)
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null)
  const check = async (text: string) => {
    const file = readPayoutFile(text)
    if ('problem' in file) return setProblem(file.problem)
    setProblem(null)
    const all = file.lines.length
    setProgress({ done: 0, all })
    try {
      onChecked({ file, rows: await checkPayoutFile(file, (done) => setProgress({ done, all })) })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setProgress(null)
  }
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > LARGEST_PAYOUT_FILE) return setProblem('This is more than 1 MB. Split it, and send the parts.')
    await check(await file.text())
  }
  if (progress) {
    return (
      <div role="status">
        <p className="pb-2 font-semibold">
          Checking {progress.done} of {progress.all}
        </p>
        <progress aria-label="Checked" value={progress.done} max={progress.all} className="h-1.5 w-full accent-brand" />
      </div>
    )
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-3.5"
      onSubmit={(event) => {
        event.preventDefault()
        void check(fieldOf(new FormData(event.currentTarget), 'list'))
      }}
    >
      <p className="text-14 text-ink-2">
        Fill in the column <b className="text-ink">transaction_id</b> of a payout list. You’ll see what would happen,
        line by line, before anything is marked as paid.
      </p>
      {problem && <Notice tone="warning">{problem}</Notice>}
      <label className={`${buttonClass('primary', 'medium')} has-[:focus-visible]:outline-2`}>
        Choose the file
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="sr-only"
          onChange={({ target }) => {
            void take(target.files?.[0])
            // so that the same file can be chosen again
            target.value = ''
          }}
        />
      </label>
      <TextArea
        label="Or paste the list"
        name="list"
        rows={3}
        hint="With the line that names the columns"
        onPaste={(event) => {
          const text = event.clipboardData.getData('text')
          if (!/[\r\n]/.test(text.trim())) return
          event.preventDefault()
          void check(text)
        }}
      />
      <Button type="submit" variant="quiet" size="medium">
        Check
      </Button>
    </form>
  )
}

const GROUPS = [
  ['refused', { one: '# line can’t be marked as paid', other: '# lines can’t be marked as paid' }],
  ['waits', { one: '# will wait for a second administrator', other: '# will wait for a second administrator' }],
  ['pay', { one: '# will be marked as paid', other: '# will be marked as paid' }],
  ['paid', { one: '# is already marked as paid', other: '# are already marked as paid' }],
  [
    'unfilled',
    { one: '# has no transaction id and stays as it is', other: '# have no transaction id and stay as they are' },
  ],
] as const

type CheckedProps = PayoutPanelProps & { checked: CheckedFile }

function WhatWouldHappen(props: CheckedProps) {
  const { checked, onSend, onRestart } = props
  const { rows } = checked
  const sent = rows.filter(
    (row): row is SentRow => row.pay !== null && (row.verdict === 'pay' || row.verdict === 'waits'),
  )
  return (
    <>
      {GROUPS.map(([verdict, words]) => {
        const group = rows.filter((row) => row.verdict === verdict)
        return group.length > 0 && <Group key={verdict} heading={countOf(group.length, words)} rows={group} />
      })}
      <div className="sticky -bottom-18 -mb-18 bg-surface pt-3 pb-18 lg:-bottom-6 lg:-mb-6 lg:pb-6">
        <p className="mb-3 text-13 text-ink-2">
          {sent.length > 0
            ? 'Mark them as paid only after you have paid them. Each payout will be posted on its own.'
            : 'There is nothing to mark as paid in this list.'}
        </p>
        <div className="grid grid-cols-[2fr_3fr] gap-2">
          <Button variant="quiet" size="medium" onClick={onRestart}>
            Another file
          </Button>
          {sent.length > 0 ? (
            <Button
              ref={focusHere}
              size="medium"
              onClick={(event) => event.detail > 1 || onSend(sent)}
              onKeyDown={onceDown}
            >
              Mark {sent.length} as paid, {showTotal(sent)}
            </Button>
          ) : (
            <LeftButton {...props} />
          )}
        </div>
      </div>
    </>
  )
}

/** One key does it; what is above stays in view. */
const focusHere = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true })

function Group({ heading, rows }: { heading: string; rows: readonly PayoutRow[] }) {
  return (
    <section className="mb-4">
      <h3 className="mb-2 text-15 font-semibold">{heading}</h3>
      <ul className="divide-y divide-line rounded-tile bg-sunken px-4 text-14">
        {rows.map(({ line, who, amount, inFile, verdict, words, also }) => (
          <li key={line} className="py-2">
            <span className="flex justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">
                Line {line}
                {who && `: ${who}`}
                {inFile && `, in the file: ${inFile}`}
              </span>
              {amount && <span className="font-semibold">{dollars(amount)}</span>}
            </span>
            {verdict !== 'pay' && (
              <span className={`block text-13 ${verdict === 'refused' ? 'text-down' : 'text-ink-2'}`}>{words}</span>
            )}
            {also && <span className="block text-13 text-pending">{also}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What is left of the file, to be mended and sent again. */
function Left(props: CheckedProps) {
  return (
    <div className="mt-2 flex flex-col gap-2">
      <LeftButton {...props} />
      <Button variant="quiet" size="medium" onClick={props.onRestart}>
        Another file
      </Button>
    </div>
  )
}

/** What is wrong with each line that is neither marked as paid nor waits, by its number. */
function leftOf({ rows }: CheckedFile, run: PayoutPanelProps['run']): Map<number, string> {
  return new Map(
    rows.flatMap(({ id, line, verdict, words }): [number, string][] => {
      if (verdict === 'paid') return []
      const isSent = verdict === 'pay' || verdict === 'waits'
      const outcome = run?.outcomes.get(id)
      if (isSent && (outcome?.state === 'done' || outcome?.state === 'waits')) return []
      return [[line, isSent ? (outcome?.words ?? 'Not sent') : words]]
    }),
  )
}

function LeftButton({ checked, run }: CheckedProps) {
  const left = leftOf(checked, run)
  if (left.size === 0) return null
  const keep = () =>
    keepFile(new Blob([remainderOf(checked.file, left)], { type: 'text/csv' }), 'plumb-payouts-left.csv')
  return (
    <Button variant="secondary" size="medium" onClick={keep}>
      {countOf(left.size, { one: 'Download the # line left', other: 'Download the # lines left' })}
    </Button>
  )
}
