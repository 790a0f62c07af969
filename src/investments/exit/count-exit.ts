import { isAskedAbout } from '#approvals/ask.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { investorAccount } from '#ledger/accounts.ts'
import { balancesOf } from '#ledger/balances.ts'
import { ZERO } from '#money/micro-usd.ts'
import { whyNotOpen } from '#records/rules.ts'
import { endOf, mayTransition, TRANSITIONS } from '#investments/rules.ts'
import { type InvestmentRecord, lockRunning } from '#investments/store.ts'
import { type ExitAmounts, exitAmounts, walletAt } from './exit-rules.ts'

const LOOKED_AT = 'Two administrators are looking at this investment. Ask again once they have decided.'
const OPEN_WITHDRAWAL =
  'You have an open withdrawal. Wait until it is paid, or cancel it, then ask again: earnings are taken back from the same wallet.'

/**
 * What leaving an investment comes to at a moment, by what the records and the books hold now. 409 unless it runs and has
 * time left, while a withdrawal of its investor is open, and while a decision about it waits for a second administrator:
 * nobody runs away from a correction. The caller holds the locks on investor and investment.
 */
export async function countExit(
  tx: Tx,
  investment: InvestmentRecord,
  { now, at }: { now: Date; at: Date },
): Promise<ExitAmounts> {
  const { user_id, status, began_at, duration } = investment
  if (!mayTransition('exit', status) || began_at === null) {
    refuse('wrong state', whyNotOpen('investment', TRANSITIONS.exit, status))
  }
  if (endOf(began_at, duration) <= now) {
    refuse(
      'wrong state',
      'This investment has reached its end: it is completed by itself, with all that it has earned.',
    )
  }
  if (await isAskedAbout(tx, { kind: 'investment', id: investment.id })) refuse('wrong state', LOOKED_AT)
  const [wallet, held] = [investorAccount(user_id, 'earnings'), investorAccount(user_id, 'withdrawing')]
  const running = await lockRunning(tx, [user_id])
  const balances = await balancesOf(tx, [wallet, held])
  if ((balances[held] ?? ZERO) > ZERO) refuse('wrong state', OPEN_WITHDRAWAL)
  return exitAmounts(investment, at, walletAt(balances[wallet] ?? ZERO, running, at))
}
