import { holdNow } from '#addresses/hold-rules.ts'
import { Notice } from '#ui/notice.tsx'
import { useNow } from '#ui/now.ts'
import { momentOf } from '#ui/times.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'

const MINUTE = 60_000

/** What a withdrawal to a new address waits for, as short as a button; null if it can be approved. */
export function useHeld({ held }: Withdrawal): string | null {
  const hold = holdNow(held, useNow(MINUTE))
  if (hold === null) return null
  return hold.unconfirmed || hold.until === null ? 'Address not confirmed yet' : `Held until ${momentOf(hold.until)}`
}

/** The same in sentences, before all else that is told of a withdrawal. */
export function HeldAddress({ withdrawal }: { withdrawal: Withdrawal }) {
  const hold = holdNow(withdrawal.held, useNow(MINUTE))
  if (hold === null) return null
  return (
    <div className="mt-3">
      <Notice>
        {hold.unconfirmed && 'Address not confirmed yet: the investor has a mail with the link. '}
        {hold.until !== null && `Held until ${momentOf(hold.until)}, because the address is new.`}
      </Notice>
    </div>
  )
}
