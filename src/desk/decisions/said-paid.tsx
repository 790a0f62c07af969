import { ExternalLink } from 'lucide-react'
import { useRead } from '#desk/calls.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import type { CallError } from '#ui/client.ts'
import { Notice } from '#ui/notice.tsx'
import { fieldOf } from '#ui/submission.ts'
import { momentOf } from '#ui/times.ts'
import { ToCompare } from '#ui/to-compare.tsx'
import type { Withdrawal } from '#withdrawals/contract.ts'

type Said = NonNullable<Withdrawal['said_paid']>

/**
 * That an administrator said it was paid and no second one has confirmed it, with the transaction to be looked up: before
 * all else that is told of a withdrawal. Nothing where nobody did.
 */
export function SaidPaid({
  withdrawal: { id, said_paid: said },
}: {
  withdrawal: Pick<Withdrawal, 'id' | 'said_paid'>
}) {
  if (said === null) return null
  return (
    <div className="mt-3 flex flex-col gap-3">
      <Notice tone="warning">
        <b>
          Paid on {momentOf(said.at)} by {said.by}?
        </b>{' '}
        No second administrator has confirmed it. Look it up before you pay: the money may be gone already.
        {said.txid === null && ` No transaction id was given, so ask ${said.by} and look in the wallet.`}
      </Notice>
      {said.txid !== null && <SaidTransaction of={id} by={said.by} txid={said.txid} />}
    </div>
  )
}

function SaidTransaction({ of: id, by, txid }: { of: string; by: string; txid: string }) {
  const { data } = useRead('GET /api/admin/transaction-of/:id', { params: { id }, query: { txid } })
  return (
    <ToCompare heading={`The transaction that ${by} named`} of={txid} copy="Copy the transaction id" mono>
      {data?.link && <LookUp link={data.link} />}
    </ToCompare>
  )
}

/** The way to where a transaction can be looked at. */
export function LookUp({ link }: { link: string }) {
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center gap-1.5 text-14 font-medium text-brand"
    >
      Look it up on {new URL(link).host}
      <ExternalLink className="size-4" aria-hidden />
    </a>
  )
}

type LookedUpProps = { said: Said; errors: CallError['errors']; onChange?: (checked: boolean) => void }

/** To be said before it is paid, given back or decided anew. */
export function LookedUp({ said, errors, onChange }: LookedUpProps) {
  return (
    <Checkbox name={FIELD} value={said.id} error={errors[FIELD]} onChange={({ target }) => onChange?.(target.checked)}>
      I have looked up whether it was paid
    </Checkbox>
  )
}
const FIELD = 'looked_up'

/** What is sent of it: the request that was looked up; nothing where that was not said. */
export function lookedUpIn(given: FormData): { looked_up?: string } {
  const looked_up = fieldOf(given, FIELD)
  return looked_up ? { looked_up } : {}
}

/** What is wrong with it, as a field. */
export function problemOfLookedUp(said: Said | null, given: FormData) {
  return { [FIELD]: said !== null && fieldOf(given, FIELD) === '' ? 'Look it up first, then tick this.' : null }
}
