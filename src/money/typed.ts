import { parseAmount } from './micro-usd.ts'

/** Figures in groups of three, all parted by the same comma or blank, with or without cents. */
const GROUPED = /^[1-9]\d{0,2}(?:([, \u00a0\u2009\u202f])\d{3})(?:\1\d{3})*(?:\.\d*)?$/

/**
 * An amount of dollars as people write it, `$1,000.50` or ` 1 000 `, in the form that the wire takes: `1000.50`. Commas
 * and blanks may only part thousands. What is not written so stays as it is, for `parseAmount` to say what is wrong.
 */
export function plainAmount(typed: string): string {
  const figures = typed.trim().replace(/^\$\s*/, '')
  return GROUPED.test(figures) ? figures.replaceAll(/[^\d.]/g, '') : figures
}

/** A percentage as people write it, `0.5%` or `0.5 %`, in the form that the wire takes; anything else as it is. */
export function plainPercent(typed: string): string {
  return typed.trim().replace(/\s*%$/, '')
}

/** What is wrong with an amount in the form that the wire takes, in a sentence, or null. */
export function problemOfAmount(plain: string): string | null {
  const read = parseAmount(plain)
  return 'problem' in read ? read.problem : null
}

/** Whether two amounts are the same money, however many decimals each is written with. */
export function isSameAmount(one: string, another: string): boolean {
  const [first, second] = [parseAmount(one), parseAmount(another)]
  return 'amount' in first && 'amount' in second && first.amount === second.amount
}
