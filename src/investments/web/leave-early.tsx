import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as text from '#texts/leave-early.ts'
import type { Investment } from '#investments/contract.ts'
import type { ExitQuote } from '#investments/exit-contract.ts'
import { fromWire, microUsd, toWire, ZERO } from '#money/micro-usd.ts'
import { showUsd, showUsdExact } from '#money/show.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { CallError } from '#ui/client.ts'
import { FigureList } from '#ui/figures.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Notice } from '#ui/notice.tsx'
import { useNow } from '#ui/now.ts'
import { useRefresh, useStanding } from '#ui/read.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSubmission } from '#ui/submission.ts'
import { TimeLeft } from '#ui/time-left.tsx'
import { call } from './calls.ts'
import { countdown } from './countdown.ts'

const SECOND = 1000

type LeaveEarlyProps = {
  investment: Investment
  /** The id of an open withdrawal, with which none can be left. */
  withdrawal: string | undefined
  /** How far the server's clock is from this device's, in milliseconds. */
  ahead: number
  /** Back to the investment, left or not. */
  onDone: () => void
}

/** What leaving an investment before its end comes to, for as long as that holds, and the way to do it. */
export function LeaveEarly({ investment, withdrawal, ahead, onDone }: LeaveEarlyProps) {
  const { id } = investment
  const { data, error, refetch } = useStanding(
    useQuery({
      queryKey: ['POST /api/quote-exit/:id', id],
      queryFn: () => call('POST /api/quote-exit/:id', { params: { id } }),
      // what somebody reads before they decide changes when they ask, and by nothing else
      ...{ staleTime: 'static', gcTime: 0 },
    }),
  )
  if (error) return <NotQuoted error={error} withdrawal={withdrawal} again={refetch} />
  if (!data) return <Skeleton className="h-130" />
  return <Quoted {...{ investment, ahead, onDone }} quote={data.quote} again={refetch} />
}

type NotQuotedProps = Pick<LeaveEarlyProps, 'withdrawal'> & { error: Error; again: () => unknown }

/** Why it cannot be left now, as the server says it, with the way to what has to be done first; or that nobody could be asked. */
function NotQuoted({ error, withdrawal, again }: NotQuotedProps) {
  const refused = error instanceof CallError && error.status === 409
  return (
    <>
      <LoadFailed again={again} label={text.askAgain}>
        {refused ? error.message : text.failed}
      </LoadFailed>
      {refused && withdrawal !== undefined && (
        <Link
          to="/withdrawal"
          search={{ panel: 'details', of: withdrawal }}
          className={`${buttonClass('quiet', 'medium')} w-full`}
        >
          {text.toWithdrawal}
        </Link>
      )}
    </>
  )
}

type QuotedProps = Omit<LeaveEarlyProps, 'withdrawal'> & { quote: ExitQuote; again: () => unknown }

function Quoted({ investment, quote, ahead, onDone, again }: QuotedProps) {
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const until = Date.parse(quote.good_until) - ahead
  const over = useNow(SECOND) >= until
  const { id } = investment
  const leave = () =>
    void submit(
      () =>
        call('POST /api/exit-investment/:id', { params: { id }, body: { quote_id: quote.id } }).catch(
          (error: unknown) => {
            // what it was made of has changed, it may be
            void again()
            throw error
          },
        ),
      {
        done: () => {
          refresh()
          onDone()
        },
      },
    )
  return (
    <div className="flex flex-col gap-4">
      <Amounts quote={quote} />
      <p className="text-14 text-ink-2">
        {text.why(quote.early_roi, investment.daily_roi)} {isShort(quote) && text.noMore}
      </p>
      <p className="text-14 text-ink-2">{text.countsAt(quote.as_of)}</p>
      {over ? (
        <Over again={again} />
      ) : (
        <>
          <p className="text-center text-14 text-ink-2">
            {text.holdsFor} <TimeLeft until={until} say={countdown} />
          </p>
          <div className="flex flex-col gap-2">
            <Button variant="danger" busy={busy} onClick={leave} className="w-full">
              {text.leave(showUsd(fromWire(quote.principal)))}
            </Button>
            <Button variant="secondary" onClick={onDone} className="w-full">
              {text.stay}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** What comes back, what goes, and what there is then; all to the micro-dollar, so that it adds up. */
function Amounts({ quote }: { quote: ExitQuote }) {
  const { principal, returns_to, earned, taken_back, kept, wallet } = quote
  const exact = (amount: string) => showUsdExact(fromWire(amount))
  const back = returns_to === 'bonus' ? ZERO : fromWire(principal)
  const then = microUsd(fromWire(wallet) - fromWire(taken_back) + back)
  return (
    <FigureList
      className="rounded-tile bg-sunken p-4"
      figures={[
        { term: returns_to === 'bonus' ? text.toBonus : text.toEarnings, value: exact(principal) },
        { term: text.earned, value: exact(earned) },
        { term: text.takenBack, value: <span className="text-down">−{exact(taken_back)}</span> },
        { term: text.youKeep, value: <span className="text-up">{exact(kept)}</span> },
        { term: text.walletAfter, value: exact(toWire(then)) },
      ]}
    />
  )
}

/** Whether the wallet holds less than would be taken back. */
function isShort({ earned, early, taken_back }: ExitQuote): boolean {
  return fromWire(earned) - fromWire(early) > fromWire(taken_back)
}

function Over({ again }: { again: () => unknown }) {
  return (
    <>
      <Notice>{text.over}</Notice>
      <Button variant="secondary" onClick={again} className="w-full">
        {text.askAgain}
      </Button>
    </>
  )
}
