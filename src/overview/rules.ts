import type { MicroUsd } from '#money/micro-usd.ts'

/**
 * An e-mail address for strangers' eyes: its first 3 characters, XXX, its last 11. Where these would show the whole
 * name before the @, at most half of the name is shown, and of the rest only what follows the name.
 */
export function maskEmail(email: string): string {
  const characters = [...email]
  const at = characters.lastIndexOf('@')
  const name = at === -1 ? characters.length : at
  const showsWholeName = Math.min(name, characters.length - 11) <= 3
  const first = showsWholeName ? Math.min(3, Math.floor(name / 2)) : 3
  const last = showsWholeName ? Math.min(11, characters.length - name) : 11
  return `${characters.slice(0, first).join('')}XXX${characters.slice(characters.length - last).join('')}`
}

/**
 * By how many percent the present amount differs from the earlier one, rounded to two decimals: `12.5`, `-3.2`, `0`.
 * 0 if both are zero, 100 if only the earlier is (business rules §7).
 */
export function percentChange(present: MicroUsd, earlier: MicroUsd): string {
  if (earlier === 0n) return present === 0n ? '0' : '100'
  const change = present - earlier
  const size = change < 0n ? -change : change
  const hundredths = (size * 20_000n + earlier) / (2n * earlier)
  const fraction = (hundredths % 100n).toString().padStart(2, '0').replace(/0+$/, '')
  const text = `${hundredths / 100n}${fraction === '' ? '' : `.${fraction}`}`
  return change < 0n && hundredths > 0n ? `-${text}` : text
}
