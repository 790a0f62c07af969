import type { ReactNode } from 'react'
import * as text from '#texts/statement.ts'
import { fromWire, microUsd, sum, toWire, ZERO } from '#money/micro-usd.ts'
import type { StatementAccount } from '#statements/contract.ts'
import { Card } from '#ui/card.tsx'
import { ExactMoney } from '#ui/exact-money.tsx'
import { clockTime } from '#ui/times.ts'

type Sums = {
  account: StatementAccount
  opening: string
  closing: string
  in: string
  out: string
  unposted: string
  as_of: string
}

/**
 * A period as one addition: what was there, what came, what went, what is there; and up to now, what has been earned
 * since the last posting, with which it is what the wallet shows.
 */
export function StatementSum({ statement }: { statement: Sums }) {
  const { account, opening, closing, unposted, as_of } = statement
  return (
    <Card className="p-5 @min-[42rem]:row-span-2">
      <dl aria-label={text.summary} className="flex flex-col gap-2">
        <Row term={text.opening} amount={opening} />
        <Row term={text.comingIn} amount={statement.in} />
        <Row term={text.goingOut} amount={negative(statement.out)} />
        <Total term={text.closing} amount={closing} />
        {fromWire(unposted) !== ZERO && (
          <>
            <Row
              term={
                <>
                  {text.notPosted} <span className="block text-13">{text.untilTime(clockTime(as_of))}</span>
                </>
              }
              amount={unposted}
            />
            <Total term={text.now(account)} amount={toWire(sum([fromWire(closing), fromWire(unposted)]))} />
          </>
        )}
      </dl>
    </Card>
  )
}

type RowProps = { term: ReactNode; amount: string }

function Row({ term, amount }: RowProps) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-14 text-ink-2">{term}</dt>
      <dd className="font-medium">
        <ExactMoney amount={amount} column />
      </dd>
    </div>
  )
}

function Total({ term, amount }: RowProps) {
  return (
    <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line-strong pt-3">
      <dt className="font-semibold">{term}</dt>
      <dd className="text-22 font-semibold">
        <ExactMoney amount={amount} column />
      </dd>
    </div>
  )
}

function negative(amount: string): string {
  return toWire(microUsd(-fromWire(amount)))
}
