import { holdNow } from '#addresses/hold-rules.ts'
import { Notice } from '#ui/notice.tsx'
import { useNow } from '#ui/now.ts'
import { momentOf } from '#ui/times.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'

const MINUTE = 60_000

/** What a withdrawal waits for, as short as a button; null if it can be approved or paid. */
export function useHeld({ held, stopped_until, address_distrusted }: Withdrawal): string | null {
  const now = useNow(MINUTE)
  if (address_distrusted) return 'Address removed'
  if (stopped_until !== null && Date.parse(stopped_until) > now) return `Stopped until ${momentOf(stopped_until)}`
  const hold = holdNow(held, now)
  if (hold === null) return null
  return hold.until === null ? 'Address not confirmed yet' : `Held until ${momentOf(hold.until)}`
}

/** The same in sentences, before all else that is told of a withdrawal. */
export function HeldAddress({ withdrawal }: { withdrawal: Withdrawal }) {
  const now = useNow(MINUTE)
  const { stopped_until, address_distrusted, status } = withdrawal
  if (address_distrusted) {
    return (
      <div className="mt-3">
        <Notice tone="warning">
          Don’t pay it. Its address was removed to protect the account, so somebody else may have asked for this
          withdrawal. {status === 'approved' ? 'Set it back to pending, or reject it.' : 'Reject it.'}
        </Notice>
      </div>
    )
  }
  if (stopped_until !== null && Date.parse(stopped_until) > now) {
    return (
      <div className="mt-3">
        <Notice tone="warning">
          Don’t pay it before {momentOf(stopped_until)}. The investor has taken the account back, so somebody else may
          have asked for this withdrawal.
        </Notice>
      </div>
    )
  }
  const hold = holdNow(withdrawal.held, now)
  if (hold === null) return null
  return (
    <div className="mt-3">
      <Notice>
        {hold.until === null
          ? 'Address not confirmed yet: the investor has a mail with the link. Its hold begins once it is confirmed.'
          : `Held until ${momentOf(hold.until)}, because the address is new.`}
      </Notice>
    </div>
  )
}
