import { Link } from '@tanstack/react-router'
import { besidesWhom } from '#kit/cancelled-rules.ts'
import { ChevronRight } from 'lucide-react'
import { fromWire } from '#money/micro-usd.ts'
import { showUsdExact } from '#money/show.ts'
import * as postings from '#texts/postings.ts'
import * as text from '#texts/story.ts'
import { initialsOf } from '#ui/avatar.tsx'
import { FigureList } from '#ui/figures.tsx'
import { Seal } from '#ui/rosette.tsx'
import { momentOf } from '#ui/times.ts'
import { decisionsOf, type Records } from './decisions.ts'
import type { StoryLine as Line } from '#statements/contract.ts'

type WhoProps = { user: { id: string; name: string }; records: Records | undefined }
type AboutProps = WhoProps & { line: Line }

/** Who decided what led to a posting, each with their seal; administrators by their role alone. */
export function Decisions({ line, user, records }: AboutProps) {
  const decisions = decisionsOf(line, records)
  if (decisions.length === 0) return null
  return (
    <ul aria-label={text.decisions} className="flex flex-col gap-3">
      {decisions.map(({ title, by, reason, at }) => (
        <li key={at + title} className="flex items-center gap-3">
          <SignedBy by={by} user={user} />
          <div className="min-w-0 flex-1">
            <p className="font-medium">{title}</p>
            <p className="text-13 text-ink-2">{[postings.by[by], reason].filter(Boolean).join(', ')}</p>
          </div>
          <p className="text-end text-13 text-ink-2">{momentOf(at)}</p>
        </li>
      ))}
    </ul>
  )
}

function SignedBy({ by, user }: { by: Line['by']; user: WhoProps['user'] }) {
  const signature = {
    investor: { id: user.id, initials: initialsOf(user.name) },
    administrator: { id: by, initials: text.administratorInitials },
    system: { id: by, initials: text.systemInitials },
  }[by]
  return <Seal {...signature} className="size-9" />
}

/** A posting as it stands in the books, to the micro-dollar. */
export function PostingFacts({ line }: { line: Line }) {
  const { id, at, kind, by, reason, amount, balance_after } = line
  return (
    <FigureList
      figures={[
        { term: text.exactly, value: showUsdExact(fromWire(amount)) },
        { term: text.balanceThen, value: showUsdExact(fromWire(balance_after)) },
        {
          term: text.posted,
          value: `${momentOf(at)}, ${postings.cameAbout(kind, by)}`,
        },
        ...(besidesWhom(reason) ? [{ term: text.why, value: reason }] : []),
        { term: text.reference, value: <span className="text-12 font-normal select-all">{id}</span> },
      ]}
    />
  )
}

const places = { investment: '/investment', withdrawal: '/withdrawal', referral: '/referral' } as const

/** The way to the record that a posting belongs to; it replaces the story in the history. */
export function RecordLink({ cause }: { cause: Line['cause'] }) {
  if (cause.kind === 'user') return null
  return (
    <Link
      to={places[cause.kind]}
      search={{ panel: 'details', of: cause.id }}
      replace
      className="-my-2 flex min-h-11 items-center gap-1 self-start rounded-control font-semibold text-brand"
    >
      {text.openRecord[cause.kind]}
      <ChevronRight className="size-4 rtl:-scale-x-100" aria-hidden />
    </Link>
  )
}
