import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { fromWire, ZERO } from '#money/micro-usd.ts'
import { networkName, networkSymbol } from '#wallets/web/networks.ts'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Money } from '#ui/money.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { Seal } from '#ui/rosette.tsx'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { barsOf, type Bars } from './fund-bars.ts'
import { useWaitsFor } from '#desk/approvals/second-approval.ts'
import { Requests } from '#desk/approvals/waiting-approval.tsx'
import { useMayChange } from '#desk/decisions/may-decide.ts'
import type { Funds } from '#funds/contract.ts'
import { dollars } from '#money/show.ts'

const WalletSentence = lazyPart(async () => (await import('./wallet-sentence.tsx')).WalletSentence)

type FundWalletsProps = {
  wallets: Funds['wallets']
  /** Shows what has been posted to an account. */
  onAccount: (name: string) => void
  /** Opens the form that records the operator's own money; left out for who may not. */
  onRecord: ((walletId: string) => void) | undefined
}

/** What each payment wallet holds, over what it is to pay: solid has happened, hatched is planned. */
export function FundWallets({ wallets, ...rest }: FundWalletsProps) {
  const bars = barsOf(wallets)
  const prove = usePanel('prove-wallet')
  const mayProve = useMayChange()
  const onProve = mayProve ? (id: string) => prove.show(id) : undefined
  return (
    <>
      <ul className="divide-y divide-line">
        {wallets.map((row, place) => (
          <WalletRow key={row.wallet.id} row={row} bars={bars[place]} {...rest} onProve={onProve} />
        ))}
      </ul>
      <SidePanel
        open={mayProve && prove.open}
        onClose={prove.close}
        title="Held, by signature"
        description="Shows everybody that somebody who works with us holds the keys of this wallet."
      >
        <Suspense fallback={<Skeleton className="h-96" />}>
          {prove.of && <WalletSentence key={prove.of} walletId={prove.of} onDone={prove.close} />}
        </Suspense>
      </SidePanel>
    </>
  )
}

type WalletRowProps = Omit<FundWalletsProps, 'wallets'> & {
  row: Funds['wallets'][number]
  bars: Bars | undefined
  /** Opens what its owner signs; left out for who may not. */
  onProve: ((walletId: string) => void) | undefined
}

function WalletRow({ row, bars, onAccount, onRecord, onProve }: WalletRowProps) {
  const { wallet, custody, suspense, to_pay, shortfall } = row
  const { id, wallet_name, network, available } = wallet
  const missing = fromWire(shortfall) > ZERO
  const waits = useWaitsFor(id).filter(({ subject_kind }) => subject_kind === 'funds')
  return (
    <li className="flex flex-col gap-2 py-4">
      <div className="flex max-xs:flex-wrap items-center gap-3">
        <Seal id={network} initials={networkSymbol(network)} className="size-11 text-15" />
        <div className="min-w-0 flex-1 max-xs:basis-2/3">
          <h3 className="text-15 wrap-anywhere">{wallet_name}</h3>
          <p className="text-13 text-ink-2">
            {networkName(network)}
            {!available && ', not available'}
          </p>
        </div>
        <AccountFigure
          amount={custody}
          label={`What ${wallet_name} holds`}
          onClick={() => onAccount(`custody/${id}`)}
          large
        />
      </div>
      {bars && <WalletBars bars={bars} />}
      <div className="flex flex-wrap items-center gap-x-5 text-13 text-ink-2">
        {fromWire(suspense) > ZERO && (
          <span className="flex items-center gap-2">
            <span aria-hidden className="size-2.5 rounded-full bg-slate" />
            <span>in suspense</span>
            <AccountFigure
              amount={suspense}
              label={`What ${wallet_name} holds in suspense`}
              onClick={() => onAccount(`suspense/${id}`)}
            />
          </span>
        )}
        {fromWire(to_pay) > ZERO && (
          <Link
            to="/admin-withdrawals"
            search={{ tab: 'active' }}
            className="flex min-h-11 items-center gap-2 rounded-control"
          >
            <span aria-hidden className="hatched size-2.5 rounded-full text-brand" />
            to pay out <b className="text-ink underline decoration-line-strong">{dollars(to_pay)}</b>
          </Link>
        )}
        {missing && <span className="font-semibold text-down">{dollars(shortfall)} is missing</span>}
        <span className="ms-auto flex flex-wrap gap-2">
          {onProve && (
            <Button variant="quiet" size="small" onClick={() => onProve(id)}>
              Show it is held<span className="sr-only"> in {wallet_name}</span>
            </Button>
          )}
          {onRecord && waits.length === 0 && (
            <Button variant="quiet" size="small" onClick={() => onRecord(id)}>
              Record funds<span className="sr-only"> in {wallet_name}</span>
            </Button>
          )}
        </span>
      </div>
      <Requests waiting={waits} />
    </li>
  )
}

/** A figure that leads to the postings it is the sum of. */
export function AccountFigure({
  amount,
  label,
  onClick,
  large = false,
}: {
  amount: string
  label: string
  onClick: () => void
  large?: boolean
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={`${dollars(amount)}. ${label}: see the postings`}
      className={`min-h-11 rounded-control font-semibold text-ink underline decoration-line-strong ${large ? 'text-17' : ''}`}
    >
      <Money amount={amount} />
    </button>
  )
}

function WalletBars({ bars: { free, suspense, covered, missing } }: { bars: Bars }) {
  return (
    <div aria-hidden className="flex flex-col gap-1">
      <Bar
        parts={[
          ['bg-brand', free],
          ['bg-slate', suspense],
        ]}
      />
      {covered + missing > 0 && (
        <Bar
          parts={[
            ['hatched text-brand', covered],
            ['hatched text-down', missing],
          ]}
        />
      )}
    </div>
  )
}

/** What is there is seen, however little it is of the longest: within the round end of a bar that takes some pixels. */
const SEEN = 10

function Bar({ parts }: { parts: readonly [colour: string, percent: number][] }) {
  return (
    <div className="flex h-4 gap-0.5 overflow-clip rounded-full bg-sunken">
      {parts.map(
        ([colour, percent]) =>
          percent > 0 && <div key={colour} className={colour} style={{ width: `${percent}%`, minWidth: SEEN }} />,
      )}
    </div>
  )
}
