import { Landmark, Pencil, Plus } from 'lucide-react'
import type { Wallet } from '#wallets/contract.ts'
import { ActionCard } from '#ui/action-card.tsx'
import { Address } from '#ui/address.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { keepRecord, useKeptRecord } from '#ui/kept-record.ts'
import { PageHead } from '#ui/page-head.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { Seal } from '#ui/rosette.tsx'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { FundsForm } from './funds-form.tsx'
import { networkName, networkSymbol } from './networks.ts'
import { WalletForm } from './wallet-form.tsx'

type WalletsScreenProps = {
  /** All payment wallets, in use or not; undefined while they are coming. */
  wallets: readonly Wallet[] | undefined
  mayChange: boolean
}
type Open = (wallet: Wallet) => void

/** All payment wallets: making one, changing one, recording the operator's own money in one. */
export function WalletsScreen({ wallets, mayChange }: WalletsScreenProps) {
  const create = usePanel('create-wallet')
  const [update, toUpdate, openUpdate] = useWalletPanel('update-wallet', wallets)
  const [funds, toFund, openFunds] = useWalletPanel('record-funds', wallets)
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
      <h2 className="mt-7 mb-3 text-17 first-letter:uppercase">existing payment wallets</h2>
      {wallets?.length === 0 && (
        <Card>
          <EmptyState>No wallets available yet!</EmptyState>
        </Card>
      )}
      <ul className="grid gap-4 lg:grid-cols-[repeat(auto-fill,minmax(21rem,1fr))]">
        {wallets?.map((wallet) => (
          <WalletCard key={wallet.id} wallet={wallet} {...(mayChange ? { openUpdate, openFunds } : {})} />
        ))}
        {!wallets && (
          <li className="contents">
            <Skeleton className="h-64 rounded-card" />
          </li>
        )}
      </ul>
      <SidePanel open={create.open} onClose={create.close} title="Create wallet" description="Add new payment wallet">
        <WalletForm onDone={create.close} />
      </SidePanel>
      <SidePanel
        open={update.open}
        onClose={update.close}
        title="Update wallet"
        description="Investments made before keep the address they were made with."
      >
        {toUpdate && <WalletForm key={toUpdate.id} wallet={toUpdate} onDone={update.close} />}
      </SidePanel>
      <SidePanel
        open={funds.open}
        onClose={funds.close}
        title="Record funds"
        description="The operator's own money, coming into a payment wallet or going out of it."
      >
        {toFund && <FundsForm key={toFund.id} wallet={toFund} onDone={funds.close} />}
      </SidePanel>
    </>
  )
}

/** A panel for one wallet, which is kept on this device when it is opened. */
function useWalletPanel(name: string, wallets: readonly Wallet[] | undefined) {
  const panel = usePanel(name)
  const kept = useKeptRecord<Wallet>(name)
  const wallet = wallets?.find(({ id }) => id === panel.of) ?? kept
  const open: Open = (chosen) => {
    keepRecord(name, chosen)
    panel.show(chosen.id)
  }
  return [panel, wallet, open] as const
}

function WalletCard({ wallet, openUpdate, openFunds }: { wallet: Wallet; openUpdate?: Open; openFunds?: Open }) {
  const { wallet_name, wallet_address, network, available } = wallet
  return (
    <li className="flex flex-col gap-4 rounded-card bg-surface p-5 shadow-raised">
      <div className="flex items-center gap-3">
        <Seal id={network} initials={networkSymbol(network)} className="size-12 text-17" />
        <div className="min-w-0 flex-1">
          <h3 className="text-17 wrap-anywhere">{wallet_name}</h3>
          <p className="text-14 text-ink-2">{networkName(network)}</p>
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
      {openUpdate && openFunds && (
        <div className="mt-auto grid grid-cols-2 gap-2">
          <Button
            look="quiet"
            size="medium"
            aria-label={`Update wallet ${wallet_name}`}
            onClick={() => openUpdate(wallet)}
          >
            <Pencil className="size-4" aria-hidden />
            Update
          </Button>
          <Button
            look="quiet"
            size="medium"
            aria-label={`Record funds in ${wallet_name}`}
            onClick={() => openFunds(wallet)}
          >
            <Landmark className="size-4" aria-hidden />
            Record funds
          </Button>
        </div>
      )}
    </li>
  )
}
