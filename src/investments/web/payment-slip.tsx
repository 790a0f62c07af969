import { Address } from '#ui/address.tsx'
import { Card } from '#ui/card.tsx'
import { CopyText } from '#ui/copy-text.tsx'
import { Money } from '#ui/money.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { Rosette } from '#ui/rosette.tsx'
import { momentOf } from '#ui/times.ts'
import { networkName } from '#wallets/web/networks.ts'
import type { Payment } from './payment.tsx'

/** The slip to hand over: how much, above the tear-off line; where to, below it. */
export function PaymentSlip({ payment }: { payment: Payment }) {
  const network = networkName(payment.network)
  const due = payment.status === 'pending'
  return (
    <Card className="relative isolate">
      <div className="relative overflow-hidden rounded-t-card p-5">
        <Rosette id={payment.tranx_id} className="-top-16 -right-20 -z-10 size-70 text-brand" />
        <p className="text-14 text-ink-2">{due ? 'Pay exactly' : 'Marked as paid'}</p>
        <p className="mt-1 text-36 font-medium">
          <Money amount={payment.amount} />
        </p>
        <p className="mt-1 text-14 text-ink-2">
          in {payment.wallet}
          {due && (
            <>
              , by <b className="text-ink">{momentOf(payment.expires_at)}</b>
            </>
          )}
        </p>
      </div>
      <div className="perforated" />
      <div className="p-5">
        <div className="flex gap-5">
          <QrCode text={payment.address} label={`QR code of the ${network} address`} className="size-42" />
          <FigureStack
            figures={[
              ['Network', network],
              ['Payment wallet', payment.wallet],
              ['Reference', payment.tranx_id.slice(0, 8)],
            ]}
          />
        </div>
        <div className="mt-5 flex items-start justify-between gap-3">
          <Address text={payment.address} className="select-all" />
          <CopyText text={payment.address} label="Copy the address" />
        </div>
        <p className="mt-4 text-14 text-ink-2">
          Compare the <b className="text-ink">first and last six</b> in your wallet. Only {payment.wallet}, on the{' '}
          {network} network: anything else sent here cannot come back.
        </p>
      </div>
    </Card>
  )
}

function FigureStack({ figures }: { figures: readonly (readonly [string, string])[] }) {
  return (
    <dl className="flex min-w-0 flex-col gap-3">
      {figures.map(([term, value]) => (
        <div key={term}>
          <dt className="text-13 text-ink-2">{term}</dt>
          <dd className="font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
