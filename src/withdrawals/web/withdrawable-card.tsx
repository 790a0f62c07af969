import * as text from '#texts/withdrawable.ts'
import { KycFirst } from '#kyc/web/kyc-notice.tsx'
import { toWire } from '#money/micro-usd.ts'
import { Button } from '#ui/button.tsx'
import { Certificate } from '#ui/card.tsx'
import { HiddenAmount } from '#ui/hidden-amount.tsx'
import { withdrawableOf, type Balance, type Histories } from './withdrawable.ts'
import { WithdrawableParts } from './withdrawable-parts.tsx'
import { answerOf } from './withdrawable-words.ts'

type WithdrawableCardProps = {
  userId: string
  balance: Balance | undefined
  /** Undefined while they are still coming; nothing that is held can be named until then. */
  histories: Histories | undefined
  /** When the balance was true, and the moment to show it for, in milliseconds of this device's clock. */
  balanceAt: number
  now: number
  obstacle: text.Obstacle | null
  /** What is to be withdrawn. */
  line: string
  onRequest: () => void
  /** Opens one of the withdrawals. */
  onOpen: (id: string) => void
}

/** What can be withdrawn now, in a sentence, and what is held, why, and until when. Hidden until asked for. */
export function WithdrawableCard(props: WithdrawableCardProps) {
  const { userId, balance, histories, balanceAt, now, obstacle, line, onRequest, onOpen } = props
  const found = balance && histories && withdrawableOf(balance, histories, now - balanceAt)
  return (
    <Certificate paper="verdigris" of={userId} tall className="p-5">
      <h2 className="text-14 font-medium">{text.heading}</h2>
      <HiddenAmount
        name="withdrawable"
        amount={found && toWire(found.now)}
        updatedAt={balanceAt}
        invite={text.viewBalance}
        className="mt-2"
      >
        {balance && found && (
          <>
            <p className="mt-3 text-17 font-medium text-balance">{answerOf(found, obstacle)}</p>
            <WithdrawableParts found={found} grows={balance.running.length > 0} onOpen={onOpen} />
          </>
        )}
      </HiddenAmount>
      <KycFirst step="withdraw" variant="paper" className="mt-5 w-full flex-col gap-0!" line={line}>
        <Button variant="paper" className="mt-5 w-full flex-col gap-0!" onClick={onRequest}>
          {text.requestWithdrawal}
          <span className="text-13 font-normal">{line}</span>
        </Button>
      </KycFirst>
    </Certificate>
  )
}
