import * as text from '#texts/invest-form.ts'
import { parseAmount, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'

type Limits = { least: MicroUsd; most: MicroUsd; /** Where it is paid from the bonus. */ bonus?: MicroUsd | undefined }

/** Reads what somebody typed to invest: the amount, or a sentence that says what to do. */
export function readInvestAmount(typed: string, { least, most, bonus }: Limits): ReadAmount {
  const read = parseAmount(typed)
  if ('problem' in read) return read
  const { amount } = read
  if (amount < least || amount > most) return { amount, problem: text.mustBeBetween(showUsd(least), showUsd(most)) }
  if (bonus !== undefined && amount > bonus) return { amount, problem: text.beyondBonus(showUsd(bonus)) }
  return { amount }
}
export type ReadAmount = { amount?: MicroUsd; problem?: string }
