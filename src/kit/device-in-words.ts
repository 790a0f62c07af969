/** What a browser says of itself, in as many words as people need to know their own. */

/** The first that fits counts: most browsers also call themselves by the names of others. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

export type Program = { browser: string | null; system: string | null }

/** Browser and system behind a user agent; null for what is none that people know. Nothing of the text itself is shown. */
export function programOf(userAgent: string): Program {
  const named = (known: typeof BROWSERS) => known.find(([sign]) => sign.test(userAgent))?.[1] ?? null
  return { browser: named(BROWSERS), system: named(SYSTEMS) }
}

/** What device a request comes from, in words: `Firefox on Windows`. */
export function deviceInWords(userAgent: string): string {
  const { browser, system } = programOf(userAgent)
  if (browser === null) return system === null ? 'Unknown device' : `Unknown browser on ${system}`
  return system === null ? browser : `${browser} on ${system}`
}
