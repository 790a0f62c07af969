import { Link } from '@tanstack/react-router'
import { Landmark, Pencil, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Wallet } from '#wallets/contract.ts'
import { ActionCard } from '#ui/action-card.tsx'
import { Address } from '#ui/address.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { keepRecord, useKeptRecord } from '#ui/kept-record.ts'
import { PageHead } from '#ui/page-head.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { Seal } from '#ui/rosette.tsx'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { networkName, networkSymbol } from './networks.ts'
import { WalletForm } from './wallet-form.tsx'

type WalletInUse = Wallet & {
  /** how many investments run that were paid to it */
  running: number
}
type WalletsScreenProps = {
  /** All payment wallets, available or not; undefined while they are coming. */
  wallets: readonly WalletInUse[] | undefined
  mayChange: boolean
  /** The operator's own money may be recorded. */
  mayRecord: boolean
  /** What waits for a second administrator on a wallet. */
  waiting: (walletId: string) => ReactNode
  /** New wallets that wait for one. */
  waitingNew: ReactNode
  /** Whether a new wallet waits, or a change, each in a sentence. */
  notes: { create: ReactNode; update: ReactNode }
}

const UPDATE = 'update-wallet'

/** All payment wallets: making one, changing one, and the way to what each holds. */
export function WalletsScreen({ wallets, mayChange, mayRecord, waiting, waitingNew, notes }: WalletsScreenProps) {
  const create = usePanel('create-wallet')
  const update = usePanel(UPDATE)
  const kept = useKeptRecord<Wallet>(UPDATE)
  const toUpdate = wallets?.find(({ id }) => id === update.of) ?? kept
  const open = (wallet: Wallet) => {
    keepRecord(UPDATE, wallet)
    update.show(wallet.id)
  }
  return (
    <>
      <PageHead over="Wallets" title="Payment Wallets" />
      {mayChange && (
        <ActionCard
          icon={Plus}
          title="Create wallet"
          line="Add new payment wallet"
          onClick={() => create.show()}
          className="w-full sm:w-80"
        />
      )}
      {waitingNew}
      <h2 className="mt-7 mb-3 text-17 first-letter:uppercase">existing payment wallets</h2>
      {wallets?.length === 0 && (
        <Card>
          <EmptyState>No wallets available yet!</EmptyState>
        </Card>
      )}
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-[repeat(auto-fill,minmax(21rem,1fr))]">
        {wallets?.map((wallet) => (
          <WalletCard key={wallet.id} wallet={wallet} onOpen={mayChange ? open : undefined} mayRecord={mayRecord}>
            {waiting(wallet.id)}
          </WalletCard>
        ))}
        {!wallets && (
          <li className="contents">
            <Skeleton className="h-64 rounded-card" />
          </li>
        )}
      </ul>
      <SidePanel
        open={mayChange && create.open}
        onClose={create.close}
        title="Create wallet"
        description="Add new payment wallet"
      >
        <WalletForm note={notes.create} onDone={create.close} />
      </SidePanel>
      <SidePanel
        open={mayChange && update.open}
        onClose={update.close}
        title="Update wallet"
        description="Investments made before keep the address they were made with."
      >
        {toUpdate && <WalletForm key={toUpdate.id} wallet={toUpdate} note={notes.update} onDone={update.close} />}
      </SidePanel>
    </>
  )
}

type WalletCardProps = {
  wallet: WalletInUse
  onOpen: ((wallet: Wallet) => void) | undefined
  mayRecord: boolean
  children: ReactNode
}

function WalletCard({ wallet, onOpen, mayRecord, children }: WalletCardProps) {
  const { id, wallet_name, wallet_address, network, available, running, coin, coin_contract } = wallet
  return (
    <li className="flex flex-col gap-4 rounded-card bg-surface p-5 shadow-raised">
      <div className="flex max-xs:flex-wrap items-center gap-3">
        <Seal id={network} initials={networkSymbol(network)} className="size-12 text-17" />
        <div className="min-w-0 flex-1 max-xs:basis-2/3">
          <h3 className="text-17 wrap-anywhere">{wallet_name}</h3>
          <p className="text-14 text-ink-2">
            {networkName(network)}
            {coin ? `, paid in ${coin}` : ', dollars only'}
          </p>
        </div>
        {!available && (
          <span className="shrink-0 self-start rounded-full bg-completed-wash px-2.5 py-0.5 text-12 font-medium text-completed">
            Not available
          </span>
        )}
      </div>
      <div className="rounded-tile bg-sunken p-4">
        <Address text={wallet_address} />
      </div>
      {coin_contract && (
        <p className="text-14 text-ink-2">
          Token contract <span className="wrap-anywhere text-ink select-all">{coin_contract}</span>
        </p>
      )}
      {children}
      <p className="text-14 text-ink-2">{runningWords(running)}</p>
      <div className="mt-auto flex flex-wrap gap-2">
        {onOpen && (
          <Button
            variant="quiet"
            size="medium"
            className="grow"
            aria-label={`Update wallet ${wallet_name}`}
            onClick={() => onOpen(wallet)}
          >
            <Pencil className="size-4" aria-hidden />
            Update
          </Button>
        )}
        <Link
          to="/admin-funds"
          search={mayRecord ? { panel: 'record-funds', of: id } : {}}
          aria-label={`${mayRecord ? 'Record funds in' : 'Funds of'} ${wallet_name}`}
          className={`${buttonClass('quiet', 'medium')} grow`}
        >
          <Landmark className="size-4" aria-hidden />
          {mayRecord ? 'Record funds' : 'Funds'}
        </Link>
      </div>
    </li>
  )
}

function runningWords(running: number): string {
  if (running === 0) return 'No running investment was paid to this wallet.'
  return running === 1
    ? '1 running investment was paid to this wallet.'
    : `${running.toLocaleString('en-US')} running investments were paid to this wallet.`
}
