import { Suspense } from 'react'
import { KycNotice } from '#kyc/web/kyc-notice.tsx'
import type { Investment } from '#investments/contract.ts'
import { OpenedRecord } from '#lists/web/opened-record.tsx'
import { RecordPanel } from '#lists/web/record-panel.tsx'
import { RecordTabs } from '#lists/web/record-tabs.tsx'
import type { WithdrawalConditions } from '#addresses/contract.ts'
import * as bookText from '#texts/address-book.ts'
import * as comingText from '#texts/coming.ts'
import * as text from '#texts/withdrawal.ts'
import * as conditionsText from '#texts/withdrawal-conditions.ts'
import { shownState } from '#records/rules.ts'
import { Button } from '#ui/button.tsx'
import { shownMoment } from '#ui/connection.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Notice } from '#ui/notice.tsx'
import { useNow } from '#ui/now.ts'
import { usePanel } from '#ui/panel-url.ts'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { momentOf } from '#ui/times.ts'
import { TwoColumns } from '#ui/two-columns.tsx'
import type { Wallet } from '#wallets/contract.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { useRead } from './calls.ts'
import { pauseUntil, pauseInWords } from './conditions.ts'
import { useObstacle } from './obstacle.ts'
import { WithdrawableCard } from './withdrawable-card.tsx'
import { hasEarned, hasNothing, hasWithdrawable, inWallets, type Balance } from './withdrawable.ts'
import { WithdrawalList } from './withdrawal-list.tsx'
import { tabs } from './withdrawal-tabs.ts'

const WithdrawForm = lazyPart(async () => (await import('./withdraw-form.tsx')).WithdrawForm)
const AddressBook = lazyPart(async () => (await import('./address-book.tsx')).AddressBook)
const ComingPanel = lazyPart(async () => (await import('./coming-panel.tsx')).ComingPanel)
const WithdrawalDetail = lazyPart(async () => (await import('./withdrawal-detail.tsx')).WithdrawalDetail)

const SECOND = 1000

export type WithdrawalScreenProps = {
  /** Who asks; their mark is engraved. */
  user: { id: string }
  histories: { withdrawals: Withdrawal[]; investments: Investment[]; wallets: Wallet[] } | undefined
  /** The histories could not be read, and none are here from before. */
  failed: boolean
  retry: () => unknown
  balance: Balance | undefined
  /** When the balance was true, in milliseconds of this device's clock. */
  balanceAt: number
}

/** What can be taken out, the form to ask for it, and all that has been asked for. */
export function WithdrawalScreen({ user, histories, failed, retry, balance, balanceAt }: WithdrawalScreenProps) {
  const form = usePanel('withdraw')
  const detail = usePanel('details')
  const addresses = usePanel('addresses')
  const coming = usePanel('coming')
  const { data: conditions, dataUpdatedAt: conditionsAt } = useRead('GET /api/withdrawal-conditions')
  // one moment for the card and the form, so that both say the same of a wallet that grows
  const now = useNow(SECOND, shownMoment)
  const paused = pauseUntil(conditions, now - conditionsAt)
  const obstacle = useObstacle(histories?.wallets, paused !== null)
  const withdrawals = histories?.withdrawals
  const line = paused ? conditionsText.pausedUntil(momentOf(paused.until)) : lineOf(balance, histories?.investments)
  return (
    <>
      <ScreenHead title={text.title} line={text.line} />
      <TwoColumns
        covered={form.open || addresses.open || coming.open || (detail.open && withdrawals !== undefined)}
        aside={
          <>
            <KycNotice step="withdraw" />
            {paused && <Notice>{pauseInWords(paused)}</Notice>}
            <WithdrawableCard
              userId={user.id}
              balance={balance}
              histories={histories}
              balanceAt={balanceAt}
              now={now}
              obstacle={obstacle}
              line={line}
              onRequest={() => form.show()}
              onOpen={detail.show}
            />
            <div className="mt-3 flex gap-3">
              <Button variant="secondary" size="medium" className="flex-1" onClick={() => coming.show()}>
                {comingText.open}
              </Button>
              <Button variant="secondary" size="medium" className="flex-1" onClick={() => addresses.show()}>
                {bookText.open}
              </Button>
            </div>
          </>
        }
        panels={
          <>
            <FormPanel
              panel={form}
              {...{ line, obstacle, paused, conditions, histories, balance, failed, retry }}
              past={now - balanceAt}
            />
            <DetailPanel panel={detail} withdrawals={withdrawals} holdHours={conditions?.hold_hours} now={now} />
            <DatesPanel panel={coming} {...{ histories, balance, failed, retry }} past={now - balanceAt} />
            <BookPanel panel={addresses} conditions={conditions} wallets={histories?.wallets} now={now} />
          </>
        }
      >
        <RecordTabs
          label={text.byState}
          tabs={tabs}
          records={withdrawals}
          opened={detail.open ? detail.of : undefined}
          failed={failed}
          retry={retry}
        >
          {(listed, tab) => (
            <WithdrawalList
              withdrawals={listed}
              tab={tab}
              some={!balance || hasWithdrawable(balance)}
              opened={detail.open ? detail.of : undefined}
              now={now}
              onOpen={detail.show}
              onRequest={() => form.show()}
            />
          )}
        </RecordTabs>
      </TwoColumns>
    </>
  )
}

/** What is to be withdrawn: *earnings*, but where what is there came in another way. */
function lineOf(balance: Balance | undefined, investments: readonly Investment[] | undefined): string {
  const given = balance && investments && hasWithdrawable(balance) && !hasEarned(balance, investments)
  return given ? text.withdrawBalance : text.withdrawEarnings
}

type FormPanelProps = Pick<WithdrawalScreenProps, 'histories' | 'balance' | 'failed' | 'retry'> & {
  panel: ReturnType<typeof usePanel>
  line: string
  obstacle: ReturnType<typeof useObstacle>
  paused: ReturnType<typeof pauseUntil>
  conditions: WithdrawalConditions | undefined
  /** Milliseconds since the balance was true. */
  past: number
}

/** The form to ask for a payout, or what stands in its way. */
function FormPanel(props: FormPanelProps) {
  const { panel, line, obstacle, paused, conditions, histories, balance, failed, retry, past } = props
  const nothing = balance && hasNothing(inWallets(balance, past))
  return (
    <RecordPanel open={panel.open} onClose={panel.close} title={text.request} description={line}>
      {obstacle === 'identity check' ? (
        <KycNotice step="withdraw" />
      ) : paused ? (
        <Notice>{pauseInWords(paused)}</Notice>
      ) : nothing ? (
        <Notice>{text.nothingYet}</Notice>
      ) : histories && balance ? (
        <Suspense fallback={<Skeleton className="h-130" />}>
          <WithdrawForm
            wallets={histories.wallets}
            withdrawals={histories.withdrawals}
            conditions={conditions}
            inWallets={inWallets(balance, past)}
            from={panel.of}
            onDone={() => panel.closeTo('pending')}
          />
        </Suspense>
      ) : failed ? (
        <LoadFailed again={retry} />
      ) : (
        <Skeleton className="h-130" />
      )}
    </RecordPanel>
  )
}

type DatesPanelProps = Pick<WithdrawalScreenProps, 'histories' | 'balance' | 'failed' | 'retry'> & {
  panel: ReturnType<typeof usePanel>
  /** Milliseconds since the balance was true. */
  past: number
}

/** What can be withdrawn by date, once it is known what there is and what runs. */
function DatesPanel({ panel, histories, balance, failed, retry, past }: DatesPanelProps) {
  return (
    <RecordPanel open={panel.open} onClose={panel.close} title={comingText.title} description={comingText.description}>
      {histories && balance ? (
        <Suspense fallback={<Skeleton className="h-130" />}>
          <ComingPanel
            inWallets={inWallets(balance, past)}
            investments={histories.investments}
            now={Date.parse(balance.as_of) + past}
          />
        </Suspense>
      ) : failed ? (
        <LoadFailed again={retry} />
      ) : (
        <Skeleton className="h-130" />
      )}
    </RecordPanel>
  )
}

type BookPanelProps = {
  panel: ReturnType<typeof usePanel>
  conditions: WithdrawalConditions | undefined
  wallets: readonly Wallet[] | undefined
  now: number
}

/** The saved addresses, once they are known. */
function BookPanel({ panel, conditions, wallets, now }: BookPanelProps) {
  return (
    <RecordPanel open={panel.open} onClose={panel.close} title={bookText.title} description={bookText.description}>
      {conditions && wallets ? (
        <Suspense fallback={<Skeleton className="h-60" />}>
          <AddressBook conditions={conditions} wallets={wallets} now={now} />
        </Suspense>
      ) : (
        <Skeleton className="h-60" />
      )}
    </RecordPanel>
  )
}

type DetailPanelProps = {
  panel: ReturnType<typeof usePanel>
  withdrawals: readonly Withdrawal[] | undefined
  holdHours: number | undefined
  now: number
}

/** The withdrawal that the address names, once there are any. */
function DetailPanel({ panel, withdrawals, holdHours, now }: DetailPanelProps) {
  'use no memo'
  const opened = withdrawals?.find(({ id }) => id === panel.of)
  return (
    <OpenedRecord
      open={panel.open && withdrawals !== undefined}
      onClose={panel.close}
      title={text.title}
      record={opened && { id: opened.id, ...shownState(opened) }}
      notFound={text.notFound}
    >
      {opened && <WithdrawalDetail withdrawal={opened} holdHours={holdHours} now={now} />}
    </OpenedRecord>
  )
}
