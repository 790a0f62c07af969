import * as text from '#texts/story.ts'
import * as transfers from '#texts/transfers.ts'
import type { ShownPosting } from '#log/check-opening-rules.ts'
import { CheckPostings } from '#log/web/check-postings.tsx'
import { toWire, ZERO } from '#money/micro-usd.ts'
import { decimalsOf } from '#money/show.ts'
import { Money } from '#ui/money.tsx'
import { daysOf } from '#ui/times.ts'
import { EarningsShares } from './earnings-shares.tsx'
import { KnotRow } from './knot-row.tsx'
import { investmentsIn, type Knot } from './knots.ts'
import { Decisions, PostingFacts, RecordLink } from './posting-facts.tsx'
import type { Records } from './decisions.ts'
import type { StoryAccount } from './story.ts'

type PostingKnotProps = {
  knot: Knot
  account: StoryAccount
  user: { id: string; name: string }
  records: Records | undefined
  open: boolean
  onToggle: () => void
}

/** One thing that changed the balance, and how it came about. */
export function PostingKnot({ knot, account, open, onToggle, ...who }: PostingKnotProps) {
  const { lines, amount } = knot
  const [line] = lines
  const earnings = line.kind === 'investment earned'
  return (
    <KnotRow
      title={transfers.nameOf(line.kind)}
      detail={detailOf(knot)}
      amount={
        <Money
          amount={toWire(amount)}
          decimals={decimalsOf(amount)}
          signed
          className={amount < ZERO ? '' : 'text-up'}
        />
      }
      open={open}
      onToggle={onToggle}
    >
      {earnings ? (
        <EarningsShares knot={knot} {...who} />
      ) : (
        <>
          <Decisions line={line} {...who} />
          <PostingFacts line={line} />
          <RecordLink cause={line.cause} />
        </>
      )}
      {/* what was found is of the lines that were there: older ones may come to them */}
      <CheckPostings
        key={lines.length}
        shown={shownOn(`investor/${who.user.id}/${account}`, lines)}
        className="-my-2"
      />
    </KnotRow>
  )
}

/** What the story shows of its postings, to be found in the log. */
const shownOn = (account: string, lines: Knot['lines']): ShownPosting[] =>
  lines.map(({ id, at, kind, amount, balance_after }) => ({
    ...{ id, at, kind },
    entries: [{ account, amount, balance_after }],
  }))

/** What it belongs to, and when it was. */
function detailOf(knot: Knot): string {
  const [newest] = knot.lines
  const oldest = knot.lines.at(-1) ?? newest
  const when = daysOf(oldest.at, newest.at)
  const several = investmentsIn(knot)
  const what = several > 1 ? text.ofInvestments(several) : newest.cause.title
  return what ? text.withDate(what, when) : when
}
