import { useQuery, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { countOf } from '#texts/locale.ts'
import { showTotal } from '#money/show.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { call } from '#desk/calls.ts'
import { momentOf } from '#ui/times.ts'
import { shortAddress } from '#wallets/address-rules.ts'
import { useHeld } from './held-address.tsx'
import { unusualLines } from './background-words.ts'

/** Read when a summary is opened, and not again with each event: there may be a hundred of them. */
const UNUSUAL = 'what is unusual about a withdrawal'

function asked(id: string) {
  return {
    queryKey: [UNUSUAL, id],
    queryFn: async () => unusualLines(await call('GET /api/admin/withdrawal-background/:id', { params: { id } })),
  }
}

/** Of one withdrawal among several: where it goes, and what is unusual about it. */
export function WithdrawalAmongSeveral({ withdrawal }: { withdrawal: Withdrawal }) {
  const { id, wallet_address, said_paid: said } = withdrawal
  const held = useHeld(withdrawal)
  const { data: lines, error } = useQuery(asked(id))
  return (
    <span className="block text-13 text-ink-2">
      <span className="block" title={wallet_address}>
        To {shortAddress(wallet_address)}
      </span>
      {held !== null && <span className="block text-pending">{held}: it can’t be approved now.</span>}
      {said && (
        <span className="block text-pending">
          Paid on {momentOf(said.at)} by {said.by}? Nobody has confirmed it: it can’t be declined here.
        </span>
      )}
      {!lines && (error ? `What is unusual about it could not be read. ${error.message}` : 'loading...')}
      {lines?.map(({ fact, term, words }) => (
        <span key={fact} className="flex gap-1.5 text-pending">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span className="min-w-0 wrap-anywhere">
            {term}: {words}
          </span>
        </span>
      ))}
    </span>
  )
}

type SeveralProps = { withdrawals: readonly Withdrawal[]; approves: boolean }

/** What is so from then on of several withdrawals, and of how many something unusual is said above. */
export function AfterSeveral({ withdrawals, approves }: SeveralProps) {
  const total = showTotal(withdrawals)
  if (!approves) return `${total} goes back to the wallets it came from.`
  return (
    <>
      <HowManyUnusual ids={withdrawals.map(({ id }) => id)} /> After approval we owe payments of {total}, to be made one
      by one.
    </>
  )
}

function HowManyUnusual({ ids }: { ids: readonly string[] }) {
  const cache = useQueryClient()
  const { data: all, error } = useQuery({
    queryKey: [UNUSUAL, ids],
    queryFn: () => Promise.all(ids.map((id) => cache.fetchQuery(asked(id)))),
  })
  if (error) return 'What is unusual about them could not be read.'
  if (!all) return 'Looking for what is unusual about them...'
  const unusual = all.filter((lines) => lines.length > 0).length
  if (unusual === 0) return 'Nothing is unusual about them.'
  const said = {
    one: `Something is unusual about # of ${ids.length}`,
    other: `Something is unusual about # of ${ids.length}`,
  }
  return <b className="text-pending">{countOf(unusual, said)}: it stands with each.</b>
}
