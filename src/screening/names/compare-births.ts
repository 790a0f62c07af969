/** How a listed birth date compares with a person’s. */
export type ComparedBirth = 'same' | 'near' | 'differs' | 'unknown'

/** Years apart that lists often are: what they know is often an estimate. */
const NEAR_YEARS = 1

/**
 * Compares a person’s birth date with all that a list knows: dates (`1960-01-12`), months (`1960-01`) or years (`1960`),
 * or `1960/1964` for years between. What fits best counts. A day and a month that changed places are near.
 */
export function compareBirths(listed: readonly string[], birthDate: string | undefined): ComparedBirth {
  if (birthDate === undefined || listed.length === 0) return 'unknown'
  const found = listed.map((birth) => compareBirth(birth, birthDate))
  return (['same', 'near'] as const).find((one) => found.includes(one)) ?? 'differs'
}

function compareBirth(listed: string, birthDate: string): ComparedBirth {
  if (listed === birthDate) return 'same'
  const [year = '', month = '', day = ''] = birthDate.split('-')
  if (listed === `${year}-${day}-${month}`) return 'near'
  const [from = '', to = from] = listed.split('/')
  const whole = listed.length === 'YYYY-MM-DD'.length && !listed.includes('/')
  const apart = Math.max(yearOf(from) - Number(year), Number(year) - yearOf(to))
  if (whole) return 'differs'
  if (from.length === 'YYYY-MM'.length) return from === `${year}-${month}` ? 'near' : 'differs'
  return apart <= NEAR_YEARS ? 'near' : 'differs'
}

function yearOf(text: string): number {
  return Number(text.slice(0, 4))
}
