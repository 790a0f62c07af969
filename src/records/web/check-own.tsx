import { useUser } from '#identity/web/session.ts'
import type { Posting } from '#ledger/contract.ts'
import { CheckPostings } from '#log/web/check-postings.tsx'

/** Below what a record has done to the books: whether the log has it, as far as it is one's own. */
export const checkOwnPosting = (posting: Posting) => <CheckOwn posting={posting} />

/** Not of earnings: a record shows its part of what several may share, and the log has the whole. */
function CheckOwn({ posting: { id, at, kind, entries } }: { posting: Posting }) {
  const user = useUser()
  const own = entries.filter(({ mine }) => mine)
  if (user === null || own.length === 0 || kind === 'investment earned') return null
  const shown = own.map(({ account, amount, balance_after }) => ({
    account: `investor/${user.id}/${account}`,
    amount,
    balance_after,
  }))
  return <CheckPostings shown={[{ id, at, kind, entries: shown }]} className="text-14" />
}
