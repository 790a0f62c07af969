import { ChevronDown } from 'lucide-react'
import { besidesWhom } from '#kit/cancelled-rules.ts'
import { type ReactNode, useId } from 'react'
import type { Posting } from '#ledger/contract.ts'
import * as text from '#texts/postings.ts'
import * as transfers from '#texts/transfers.ts'
import { fromWire, sum, toWire } from '#money/micro-usd.ts'
import { decimalsOf } from '#money/show.ts'
import { Money } from '#ui/money.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { daysOf, momentOf } from '#ui/times.ts'
import { runsOf } from './runs.ts'
import { legsOf } from './legs.ts'

/** What else stands below a transfer. */
type Below = { below?: ((posting: Posting) => ReactNode) | undefined }

/** What a record has done to the books, oldest first: each transfer from where it came to where it went. */
export function Postings({ postings, below }: { postings: readonly Posting[] | undefined } & Below) {
  const id = useId()
  return (
    <section aria-labelledby={id} aria-busy={postings === undefined}>
      <h3 id={id} className="text-17">
        {text.heading}
      </h3>
      <p className="mt-1 text-13 text-ink-2">{text.explained}</p>
      {postings === undefined ? (
        <Skeleton className="mt-3 h-40" />
      ) : postings.length === 0 ? (
        <p className="mt-3 rounded-tile bg-sunken p-4 text-14 text-ink-2">{text.none}</p>
      ) : (
        <ol className="mt-1 divide-y divide-line">
          {runsOf(postings, sameMovement).map((run) => (
            <li key={run[0].id} className="py-4">
              {run.length === 1 ? <Transfer posting={run[0]} below={below} /> : <Run run={run} />}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** The earnings of one day after the other are one thing to read. */
function sameMovement(posting: Posting, before: Posting): boolean {
  return posting.kind === 'investment earned' && before.kind === posting.kind
}

function Run({ run }: { run: readonly [Posting, ...Posting[]] }) {
  const last = run.at(-1) ?? run[0]
  return (
    <>
      <Head kind={run[0].kind} when={daysOf(run[0].at, last.at)} />
      <Legs postings={run} />
      <details className="group mt-1">
        <summary className="flex min-h-11 items-center gap-1.5 rounded-control text-14 font-medium text-brand">
          {text.eachOf}
          <span className="font-normal text-ink-2">{text.postings(run.length)}</span>
          <ChevronDown className="size-4 group-open:rotate-180" aria-hidden />
        </summary>
        <ol className="divide-y divide-line rounded-tile bg-sunken px-4">
          {run.map((posting) => (
            <li key={posting.id} className="py-3">
              <Transfer posting={posting} />
            </li>
          ))}
        </ol>
      </details>
    </>
  )
}

function Transfer({ posting, below }: { posting: Posting } & Below) {
  const { kind, at, by, reason } = posting
  return (
    <>
      <Head kind={kind} when={momentOf(at)} />
      <Legs postings={[posting]} />
      <p className="mt-1.5 text-13 text-ink-2">
        {[text.cameAbout(kind, by), besidesWhom(reason)].filter(Boolean).join(', ')}
      </p>
      {below?.(posting)}
    </>
  )
}

function Head({ kind, when }: { kind: Posting['kind']; when: string }) {
  return (
    <p className="flex items-baseline justify-between gap-3">
      <span className="font-semibold">{transfers.nameOf(kind)}</span>
      <span className="shrink-0 text-13 text-ink-2">{when}</span>
    </p>
  )
}

function Moved({ amounts }: { amounts: readonly string[] }) {
  const amount = sum(amounts.map(fromWire))
  return <Money amount={toWire(amount)} decimals={decimalsOf(amount)} className="font-medium" />
}

/** From where to where, the accounts of several transfers taken together, on a short line with two ends. */
function Legs({ postings }: { postings: readonly Posting[] }) {
  return (
    <ul className="mt-2 flex flex-col gap-1.5 text-14">
      {legsOf(postings).map(({ account, wallet, goes, amounts, balanceAfter }, place, legs) => (
        <li key={account + wallet} className="grid grid-cols-[auto_1fr_auto] gap-x-2.5">
          <span aria-hidden className="flex flex-col items-center pt-1.5">
            <span
              className={`size-2 shrink-0 rounded-full ${goes === 'to' ? 'bg-brand' : 'border-2 border-line-strong'}`}
            />
            {place < legs.length - 1 && <span className="mt-1.5 -mb-1.5 flex-1 border-s-2 border-line-strong" />}
          </span>
          <span className="min-w-0">
            <span className="text-ink-2">{goes === 'to' ? text.to : text.from} </span>
            {goes === 'to' && account === 'custody' && wallet ? text.paidFrom(wallet) : text.accountOf(account, wallet)}
            {balanceAfter && (
              <span className="block text-13 text-ink-2">
                {text.afterwards} <Money amount={balanceAfter} />
              </span>
            )}
          </span>
          <Moved amounts={amounts} />
        </li>
      ))}
    </ul>
  )
}
