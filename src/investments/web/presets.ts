import { toWire, type MicroUsd, microUsd } from '#money/micro-usd.ts'
import { max } from '#texts/invest-form.ts'
import { showUsd } from '#money/show.ts'

const MICROS_PER_DOLLAR = 1_000_000n
const BETWEEN = 2

export type Preset = { label: string; amount: string }

/** Amounts to choose from with a tap: the least, the next two round ones (5, 10, 50, 100 …), and the most. */
export function presetsOf(least: MicroUsd, most: MicroUsd): Preset[] {
  const round: MicroUsd[] = []
  for (let step = MICROS_PER_DOLLAR; step < most && round.length < BETWEEN; step *= 10n) {
    for (const amount of [microUsd(step), microUsd(step * 5n)]) {
      if (amount > least && amount < most && round.length < BETWEEN) round.push(amount)
    }
  }
  const presets = [least, ...round].map((amount) => ({ label: short(amount), amount: typed(amount) }))
  return most === least ? presets : [...presets, { label: max, amount: typed(most) }]
}

/** An amount as a person would type it: `500`, `19.99`. */
function typed(amount: MicroUsd): string {
  return toWire(amount).replace(/\.00$/, '')
}

function short(amount: MicroUsd): string {
  return showUsd(amount).replace(/\.00$/, '')
}
