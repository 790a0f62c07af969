import type { BalanceOfProof } from '#proofs/contract.ts'
import { fromWire, ZERO } from '#money/micro-usd.ts'
import { showUsdExact } from '#money/show.ts'
import { accounts } from '#texts/accounts.ts'
import * as text from '#texts/proof.ts'
import { Card } from '#ui/card.tsx'
import { FigureList } from '#ui/figures.tsx'

const dollars = (amount: string) => showUsdExact(fromWire(amount))

/** What the own statement says of the position of a proof, account by account, and what has come since. */
export function ProofBalance({ balance }: { balance: BalanceOfProof }) {
  const then = [
    ...balance.accounts.map((each) => ({ term: accounts[each.account], amount: each.balance })),
    { term: text.held, amount: balance.held },
  ].filter(isSomething)
  const since = [
    { term: text.earnedSince, amount: balance.earned },
    { term: text.movedSince, amount: balance.moved },
    { term: text.now, amount: balance.now },
    { term: text.unposted, amount: balance.unposted },
  ]
  return (
    <Card className="p-5">
      <h2 className="text-17">{text.statement}</h2>
      <p className="mt-1 text-14 text-ink-2">{text.statementLine(balance.position)}</p>
      {then.length > 0 && (
        <FigureList
          className="mt-3"
          figures={then.map(({ term, amount }) => ({ term, value: dollars(amount), whole: true }))}
        />
      )}
      <FigureList
        className="mt-3 border-t border-line pt-3"
        figures={[{ term: text.owedToYou, value: dollars(balance.owed), whole: true }]}
      />
      <FigureList
        className="mt-3 border-t border-line pt-3"
        figures={since.map(({ term, amount }) => ({ term, value: dollars(amount), whole: true }))}
      />
    </Card>
  )
}

const isSomething = ({ amount }: { amount: string }) => fromWire(amount) !== ZERO
