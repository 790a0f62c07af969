/** What an owner has chosen: a colour as `#rrggbb`, a logo by its hash; null where it is Plumb's. */
export type Look = { colour: string | null; logo: string | null }

const COLOUR = /^#[0-9a-f]{6}$/
const VALUE = /^(?:(?<colour>#[0-9a-f]{6})(?: (?<both>[0-9a-f]{32}))?|(?<logo>[0-9a-f]{32}))$/

/** Reads the setting as it is kept; nothing in it that is not a look. */
export function lookOf(value: string | null): Look {
  const { colour = null, both, logo = both ?? null } = VALUE.exec(value ?? '')?.groups ?? {}
  return { colour, logo }
}

/** The setting as it is kept; null for Plumb's own look. */
export function lookValue({ colour, logo }: Look): string | null {
  const parts = [colour, logo].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' ')
}

/** Whether a text is a look, with something in it. */
export function isLook(text: string): boolean {
  return VALUE.test(text)
}

/** A colour as somebody types it (`F0A`, `#ff00aa`), in the one form that it is kept in; undefined if it is none. */
export function readColour(typed: string): string | undefined {
  const digits = typed.trim().toLowerCase().replace(/^#/, '')
  const text = `#${/^[0-9a-f]{3}$/.test(digits) ? digits.replaceAll(/./g, '$&$&') : digits}`
  return COLOUR.test(text) ? text : undefined
}

/** A logo at least twice as wide as it is high is taken to say the name itself. */
export function saysTheName({ width, height }: { width: number; height: number }): boolean {
  return width >= 2 * height
}
