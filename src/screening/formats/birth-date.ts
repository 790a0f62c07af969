const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * A date as lists write it: `12 Jan 1960`, `Jan 1960`, `1960`, `circa 1960`, `1960 to 1964`, `1960-01-12`, `12/01/1960` (day
 * first). Undefined where it is none: a list may say anything here.
 */
export function readBirth(text: string): string | undefined {
  const said = text
    .toLowerCase()
    .replace(/\b(circa|approximately|approx\.?|about|ca?\.)/g, '')
    .trim()
  const [, from, to] = /^(?:between )?(\d{4})(?: ?(?:-|to|and) ?)(\d{4})$/.exec(said) ?? []
  if (from !== undefined && to !== undefined) return isYear(from) && isYear(to) ? `${from}/${to}` : undefined
  const iso = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?:[t+z].*)?$/.exec(said)
  if (iso) return dated(iso[1], iso[2], iso[3])
  const slashed = /^(\d\d?)[/.](\d\d?)[/.](\d{4})$/.exec(said)
  if (slashed) return dated(slashed[3], slashed[2], slashed[1])
  const worded = /^(?:(\d\d?) )?([a-z]{3})[a-z]* (\d{4})$/.exec(said)
  if (worded) return dated(worded[3], String(MONTHS.indexOf(worded[2] ?? '') + 1), worded[1])
  return undefined
}

function dated(year = '', month?: string, day?: string): string | undefined {
  if (!isYear(year)) return undefined
  // what a file does not know it writes as nothing: 1960-00-00
  const m = Number(month ?? 0)
  if (m < 1 || m > 12) return year
  const start = `${year}-${String(m).padStart(2, '0')}`
  const d = Number(day ?? 0)
  return d < 1 || d > 31 ? start : `${start}-${String(d).padStart(2, '0')}`
}

function isYear(text: string): boolean {
  return /^(18|19|20)\d\d$/.test(text)
}
