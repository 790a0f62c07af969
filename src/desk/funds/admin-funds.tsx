import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { HeldMoney } from '#investments/contract.ts'
import { FundsForm } from '#wallets/web/funds-form.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { keepRecord, useKeptRecord } from '#ui/kept-record.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Money } from '#ui/money.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { momentOf } from '#ui/times.ts'
import { accountNames, doneBy } from '#desk/account-names.ts'
import { useRead } from '#desk/calls.ts'
import { AccountFigure, FundWallets } from './fund-wallets.tsx'
import { HeldList } from './held-money.tsx'
import { useMayOwn } from '#desk/decisions/may-decide.ts'
import { SecondApprovalLimit, SecondApprovalNeeded } from '#desk/approvals/waiting-approval.tsx'
import type { Funds } from '#funds/contract.ts'
import { dollars } from '#money/show.ts'

const RefundForm = lazyPart(async () => (await import('./held-panels.tsx')).RefundForm)
const UseForm = lazyPart(async () => (await import('./held-panels.tsx')).UseForm)
const BooksChecked = lazyPart(async () => (await import('./books-checked.tsx')).BooksChecked)
const ReserveCard = lazyPart(async () => (await import('./reserve-card.tsx')).ReserveCard)
const MonthsCard = lazyPart(async () => (await import('./months-card.tsx')).MonthsCard)
const ProofsCard = lazyPart(async () => (await import('./proofs-card.tsx')).ProofsCard)
const AccountPostings = lazyPart(async () => (await import('./account-postings.tsx')).AccountPostings)

/** The operator's own money: what is held where, what is owed, what is held in suspense, and what was recorded. */
export function AdminFundsScreen() {
  const { data: funds, error } = useRead('GET /api/admin/funds')
  const record = usePanel('record-funds')
  const postings = usePanel('postings')
  const refund = useHeldPanel('refund-suspense', funds?.suspense)
  const use = useHeldPanel('use-suspense', funds?.suspense)
  const mayRecord = useMayOwn()
  const recorded = funds?.wallets.find(({ wallet }) => wallet.id === record.of) ?? funds?.wallets[0]
  return (
    <>
      <PageHead over="Funds" title="Funds" actions={<ToWhatIf />} />
      {funds ? (
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
          <div className="flex min-w-0 flex-col gap-4">
            <Card className="px-5 pt-4 pb-1">
              <Summary funds={funds} />
              {funds.wallets.length === 0 && <EmptyState>No wallets available yet!</EmptyState>}
              <FundWallets
                wallets={funds.wallets}
                onAccount={postings.show}
                onRecord={mayRecord ? (id) => record.show(id) : undefined}
              />
            </Card>
            <Suspense fallback={<Skeleton className="h-20" />}>
              <MonthsCard />
            </Suspense>
            <Card className="px-5 pt-4 pb-1">
              <h2 className="text-17">Held in suspense</h2>
              <p className="text-13 text-ink-2">
                Money that came in for an investment but isn’t part of its principal, until it is refunded or used for
                another.
                {funds.more_suspense && ' These are the oldest 50; the next appear as these are settled.'}
              </p>
              <HeldList items={funds.suspense} onRefund={refund.open} onUse={use.open} />
            </Card>
            <Card className="px-5 pt-4 pb-1">
              <h2 className="text-17">Recorded</h2>
              <Recorded recorded={funds.recorded} />
            </Card>
          </div>
          <Books funds={funds} onAccount={postings.show} />
        </div>
      ) : (
        <Card className="p-5">{error ? <EmptyState>{error.message}</EmptyState> : <Skeleton className="h-96" />}</Card>
      )}
      <SidePanel
        open={mayRecord && record.open}
        onClose={record.close}
        title="Record funds"
        description="What comes into a payment wallet or goes out of it, besides what investors pay and are paid."
      >
        {funds && recorded && <RecordForm key={recorded.wallet.id} {...{ funds, recorded }} onDone={record.close} />}
      </SidePanel>
      <SidePanel open={refund.panel.open} onClose={refund.panel.close} title="Refund held money">
        <Coming>
          {refund.item && <RefundForm key={refund.item.id} item={refund.item} onDone={refund.panel.close} />}
        </Coming>
      </SidePanel>
      <SidePanel open={use.panel.open} onClose={use.panel.close} title="Use held money">
        <Coming>{use.item && <UseForm key={use.item.id} item={use.item} onDone={use.panel.close} />}</Coming>
      </SidePanel>
      <SidePanel
        open={postings.open}
        onClose={postings.close}
        title="Postings"
        description={postings.of && titleOf(postings.of, funds)}
      >
        <Coming>{postings.of && <AccountPostings key={postings.of} account={postings.of} />}</Coming>
      </SidePanel>
    </>
  )
}

type RecordFormProps = { funds: Funds; recorded: Funds['wallets'][number]; onDone: () => void }

function RecordForm({ funds, recorded, onDone }: RecordFormProps) {
  return (
    <FundsForm
      wallet={recorded.wallet}
      holds={recorded}
      free={funds.free}
      reserve={funds.may_leave_reserve}
      onDone={onDone}
      second={<SecondApprovalLimit />}
      secondBeyond={<SecondApprovalNeeded>Another administrator has to agree first.</SecondApprovalNeeded>}
    />
  )
}

/** A panel's content, whose code may still be on its way. */
function Coming({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Skeleton className="h-96" />}>{children}</Suspense>
}

function ToWhatIf() {
  return (
    <Link to="/admin-what-if" className="flex min-h-11 items-center text-14 font-semibold underline">
      What if
    </Link>
  )
}

/** A panel for money that is held, which is kept on this device when it is opened. */
function useHeldPanel(name: string, items: readonly HeldMoney[] | undefined) {
  const panel = usePanel(name)
  const kept = useKeptRecord<HeldMoney>(name)
  const item = items?.find(({ id }) => id === panel.of) ?? (kept?.id === panel.of ? kept : undefined)
  const open = (chosen: HeldMoney) => {
    keepRecord(name, chosen)
    panel.show(chosen.id)
  }
  return { panel, item, open }
}

function Summary({ funds: { custody, held, owed, coverage } }: { funds: Funds }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h2 className="text-22">
        <Money amount={custody} /> <span className="font-normal text-ink-2">held for</span> <Money amount={owed} />{' '}
        <span className="font-normal text-ink-2">owed</span>
      </h2>
      <p className="text-14 text-ink-2">
        {`${dollars(held)} of it in suspense`}
        {coverage !== null && <b className="text-ink">{`, covered ${coverage}%`}</b>}
      </p>
    </div>
  )
}

const OWN = [
  ['equity/capital', 'capital', accountNames.capital, 'our own money'],
  ['income/returns', 'returns', accountNames.returns, 'what our investing earned'],
  ['income/fees', 'fees', accountNames.fees, 'paid or taken'],
  ['equity/adjustments', 'adjustments', accountNames.adjustments, 'top-ups and deductions'],
  ['expense/yield', 'yield', accountNames.yield, 'earnings credited to investors'],
  ['expense/referral', 'referral', accountNames['referral expense'], 'referral bonuses'],
  ['reserve/yield', 'reserve', accountNames.reserve, 'set apart, for promises to come'],
  ['reserve/committed', 'committed', accountNames.committed, 'set apart for what is promised'],
  ['equity/set-apart', 'set_apart', accountNames['set apart'], 'stands against both'],
] as const

type AccountsProps = { accounts: Funds['accounts']; onAccount: (name: string) => void }

/** Whether the books are right, and the operator's own accounts in them. */
function Books({ funds, onAccount }: Pick<AccountsProps, 'onAccount'> & { funds: Funds }) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Suspense fallback={<Skeleton className="h-20" />}>
        <ReserveCard notSetApart={funds.not_set_apart} />
      </Suspense>
      <Card className="px-5 pt-4 pb-2">
        <h2 className="pb-1 text-17">Books</h2>
        <Suspense fallback={<Skeleton className="h-20" />}>
          <BooksChecked onAccount={onAccount} />
        </Suspense>
      </Card>
      <Suspense fallback={<Skeleton className="h-20" />}>
        <ProofsCard />
      </Suspense>
      <Card className="px-5 pt-4 pb-2">
        <h2 className="pb-1 text-17">Accounts</h2>
        <Accounts accounts={funds.accounts} onAccount={onAccount} />
      </Card>
    </div>
  )
}

function Accounts({ accounts, onAccount }: AccountsProps) {
  return (
    <ul className="divide-y divide-line">
      {OWN.map(([name, key, title, line]) => (
        <li key={name} className="flex items-center justify-between gap-3 py-2">
          <span className="min-w-0">
            <span className="block text-15 font-semibold">{title}</span>
            <span className="block text-13 text-ink-2">{line}</span>
          </span>
          <AccountFigure amount={accounts[key]} label={title} onClick={() => onAccount(name)} />
        </li>
      ))}
    </ul>
  )
}

function Recorded({ recorded }: { recorded: Funds['recorded'] }) {
  if (recorded.length === 0) return <EmptyState>No funds of our own have been recorded yet.</EmptyState>
  return (
    <ul className="divide-y divide-line">
      {recorded.map(({ id, at, direction, account, amount, wallet, reason, ...who }) => (
        <li key={id} className="flex flex-col gap-1 py-3 text-13 text-ink-2">
          <div className="flex items-baseline justify-between gap-3 text-15 text-ink">
            <span className="font-semibold">
              {account === 'reserve' ? 'Reserve' : accountNames[account]} {direction === 'in' ? 'into' : 'out of'}{' '}
              {wallet.wallet_name}
            </span>
            <Money amount={direction === 'in' ? amount : `-${amount}`} signed className="font-semibold" />
          </div>
          <p>
            <time dateTime={at}>{momentOf(at)}</time>
            {who.by && `, ${doneBy(who.by, who.asked_by)}`}
          </p>
          {reason && <p className="wrap-anywhere">{reason}</p>}
        </li>
      ))}
    </ul>
  )
}

/** What an account is called over its postings. */
function titleOf(name: string, funds: Funds | undefined): string {
  const own = OWN.find(([known]) => known === name)
  if (own) return own[2]
  const [kind, id] = name.split('/')
  const wallet = funds?.wallets.find((row) => row.wallet.id === id)?.wallet.wallet_name
  return `${kind === 'custody' ? 'Custody' : 'Suspense'}${wallet ? `, ${wallet}` : ''}`
}
