import * as text from '#texts/withdrawal-conditions.ts'
import { call } from '#addresses/web/calls.ts'
import { holdNow } from '#addresses/hold-rules.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useSubmission } from '#ui/submission.ts'
import { momentOf } from '#ui/times.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'

type HeldNoteProps = {
  held: Withdrawal['held']
  /** For which a new address is held once it is confirmed; undefined until they are known. */
  hours: number | undefined
  now: number
}

/** What a withdrawal to a new address waits for, and the mail once more; nothing once it waits for nothing. */
export function HeldNote({ held, hours, now }: HeldNoteProps) {
  const { busy, submit } = useSubmission()
  const hold = holdNow(held, now)
  if (hold === null || held === null) return null
  const id = held.address_id
  return (
    <Notice>
      <p>
        {hold.until === null ? text.confirmHow : text.settles(momentOf(hold.until))}
        {hold.unconfirmed && hours !== undefined && ` ${text.thenHeld(hours)}`}
      </p>
      {hold.unconfirmed && (
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          busy={busy}
          onClick={() => void submit(() => call('POST /api/mail-address-link/:id', { params: { id } }))}
        >
          {text.mailAgain}
        </Button>
      )}
    </Notice>
  )
}
