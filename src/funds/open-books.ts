import type { Tx } from '#kit/database.ts'
import { atOnce } from '#kit/pipeline.ts'
import { allToWire, toWire } from '#money/micro-usd.ts'
import { selectBacking } from '#reserve/open.ts'
import { takenBeyondFree } from './beyond-free.ts'
import type { OpenBooks } from './books-contract.ts'
import { dayName, dayNumber } from './dues.ts'
import { planRecords, type RecordOfPlan } from './plan-records.ts'
import { notSetApart, standingNow } from './running.ts'
import { dueOf, runway } from './runway.ts'
import { newestSigned } from './signatures/read-signatures.ts'

type Figures = Omit<OpenBooks, 'public'>

/** What is held and owed and how long it lasts, at this second, by the same count as the desk’s. */
export async function figuresNow(tx: Tx, now: Date): Promise<Figures> {
  const { running, books, kinds, pendingBonuses, dues } = await standingNow(tx, now)
  const { until, ifAll } = runway(dues)
  const { reserve, committed } = books.own
  const [beyondFree, signed, plans, { backing, disclosed_from }] = await atOnce([
    takenBeyondFree(
      tx,
      books.wallets.map(({ wallet }) => wallet.id),
    ),
    newestSigned(tx),
    planRecords(tx, running),
    selectBacking(tx),
  ])
  return {
    as_of: now.toISOString(),
    custody: toWire(books.custody),
    wallets: books.wallets.map(({ wallet: { id, wallet_name, network }, custody }) => ({
      ...{ wallet_name, network, custody: toWire(custody) },
      signed: signed.get(id) ?? null,
    })),
    owed: toWire(books.owed),
    owed_for: allToWire(kinds),
    coverage: books.coverage,
    reserve: allToWire({
      ...{ yield: reserve, committed },
      not_set_apart: notSetApart(running, pendingBonuses, committed),
    }),
    backing,
    disclosed_from: disclosed_from?.toISOString() ?? null,
    beyond_free: beyondFree.map(({ at, ...amounts }) => ({ day: dayName(dayNumber(at)), ...allToWire(amounts) })),
    runway: { until, if_all: ifAll },
    due: dueOf(dues).map(({ day, amount }) => ({ day, amount: toWire(amount) })),
    plans: plans.map(planOnWire),
  }
}

function planOnWire({ promised, paid, ...counts }: RecordOfPlan): OpenBooks['plans'][number] {
  return { ...counts, ...allToWire({ promised, paid }) }
}
