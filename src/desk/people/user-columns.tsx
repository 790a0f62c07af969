import { Link } from '@tanstack/react-router'
import { Eye, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Investment } from '#investments/contract.ts'
import type { Referral } from '#referrals/contract.ts'
import { shownState } from '#records/rules.ts'
import { keepRecord } from '#ui/kept-record.ts'
import { Money } from '#ui/money.tsx'
import type { Column } from '#ui/record-table.tsx'
import type { Status } from '#kit/wire.ts'
import { StatusPill } from '#ui/status-pill.tsx'
import { dayOf } from '#ui/times.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { Cut } from '#desk/record-parts.tsx'
import { fromWire } from '#money/micro-usd.ts'
import { showUsdExact } from '#money/show.ts'
import { shortAddress } from '#wallets/address-rules.ts'

type Listed = { id: string; amount: string; status: Status; reason: string | null; created_at: string }

const amount: Column<Listed> = {
  label: 'Amount',
  place: 'lead',
  figures: true,
  show: (row) => <Money amount={row.amount} />,
}
/** Of a bonus alone, which is a percentage, there is less than a cent to say. */
const exact = (row: Listed) => showUsdExact(fromWire(row.amount))
const date: Column<Listed> = {
  label: 'Date',
  show: (row) => (
    <time dateTime={row.created_at} className="whitespace-nowrap">
      {dayOf(row.created_at)}
    </time>
  ),
}
const status: Column<Listed> = {
  label: 'Status',
  place: 'corner',
  show: (row) => <StatusPill {...shownState(row)} />,
}
const view = (kind: string): Column<Listed> => ({
  label: 'View',
  show: (row) => (
    <PanelLink panel={kind} row={row} label={`View ${exact(row)}`} icon={<Eye className="size-4.5" aria-hidden />} />
  ),
})
const edit = (kind: string): Column<Listed> => ({
  label: 'Edit',
  show: (row) => (
    <PanelLink
      panel={`edit-${kind}`}
      kind={kind}
      row={row}
      label={`Edit ${exact(row)}`}
      icon={<Pencil className="size-4.5" aria-hidden />}
    />
  ),
})

export const investmentColumns = (mayEdit: boolean): readonly Column<Investment>[] => [
  amount,
  date,
  status,
  { label: 'Wallet', show: ({ wallet }) => <Cut className="lg:max-w-36">{wallet.wallet_name}</Cut> },
  view('investment'),
  ...(mayEdit ? [edit('investment')] : []),
]
export const withdrawalColumns = (mayEdit: boolean): readonly Column<Withdrawal>[] => [
  amount,
  { label: 'Wallet', show: ({ wallet_name }) => <Cut className="lg:max-w-36">{wallet_name}</Cut> },
  {
    label: 'Address',
    show: ({ wallet_address }) => (
      <span title={wallet_address} className="whitespace-nowrap">
        {shortAddress(wallet_address)}
      </span>
    ),
  },
  view('withdrawal'),
  date,
  status,
  ...(mayEdit ? [edit('withdrawal')] : []),
]
export const referralColumns: readonly Column<Referral>[] = [
  { label: 'Downliner email', show: ({ invited }) => <span className="wrap-anywhere">{invited.email}</span> },
  { ...amount, show: exact },
  view('referral'),
  date,
  status,
]

type PanelLinkProps = { panel: string; kind?: string; row: Listed; label: string; icon: ReactNode }

/** A link that opens a record in a panel over the page. */
function PanelLink({ panel, kind = panel, row, label, icon }: PanelLinkProps) {
  return (
    <Link
      to="."
      search={(present) => ({ ...present, panel, of: row.id })}
      state={(present) => ({ ...present, panel: true })}
      aria-label={label}
      onClick={() => keepRecord(kind, row)}
      className="-my-1 -mx-3 inline-grid size-11 place-items-center rounded-full align-middle text-ink-2 hover:text-ink"
    >
      {icon}
    </Link>
  )
}
