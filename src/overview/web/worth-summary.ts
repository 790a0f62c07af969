import * as text from '#texts/worth.ts'
import { microUsd, sum, wholeCents, ZERO } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import type { Maturity } from '#investments/web/maturities.ts'
import type { WorthPoint } from './worth-points.ts'

/** How the present figures came about, in a sentence: in dollars where amounts are shown. */
export function summaryOf(
  points: readonly WorthPoint[],
  last: WorthPoint,
  end: Maturity | undefined,
  until: string | null,
  shown: boolean,
): string {
  const came = points.filter(({ paidIn }) => paidIn > ZERO)
  const went = points.filter(({ paidOut }) => paidOut > ZERO)
  const said = { days: points.length, deposits: came.length, withdrawals: went.length, until }
  if (!shown) return text.summary(said)
  return text.summaryInDollars(said, {
    paidIn: showUsd(sum(came.map(({ paidIn }) => paidIn))),
    paidOut: showUsd(sum(went.map(({ paidOut }) => paidOut))),
    // between the two as they are read: what there is and what is to come add up
    more: showUsd(end ? microUsd(wholeCents(end.after.all) - wholeCents(last.all)) : ZERO),
  })
}
