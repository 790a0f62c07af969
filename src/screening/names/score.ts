import { compareBirths, type ComparedBirth } from './compare-births.ts'
import { compareNames, type ComparedPart } from './compare-names.ts'

/** Who is compared with the lists, by one of the names that the identity check has. */
export type PersonToScreen = { name: string; birthDate?: string | undefined; country?: string | undefined }
/** A name on a list, with what else the list knows of whoever has it. */
export type ListedName = { name: string; strong: boolean; births: readonly string[]; countries: readonly string[] }

/** Why somebody looks like a listed person. */
export type Why = {
  parts: ComparedPart[]
  birth: ComparedBirth
  country: 'same' | 'differs' | 'unknown'
  /** the list itself calls the name a weak one */
  weak: boolean
}
export type Scored = { score: number; why: Why }

/** From here on it is a hit, of 100. */
const HIT = 85
/** What a birth date adds or takes away: none is enough by itself to make a hit or to end one. */
const BIRTH: Readonly<Record<ComparedBirth, number>> = { same: 5, near: 0, unknown: 0, differs: -10 }
const WEAK = 0.95

/** How much somebody looks like a listed person, of 100, and why; undefined where that is no hit. */
export function scoreOf(listed: ListedName, person: PersonToScreen): Scored | undefined {
  const { score: names, parts } = compareNames(listed.name, person.name)
  const birth = compareBirths(listed.births, person.birthDate)
  const score = Math.min(100, Math.round(names * (listed.strong ? 1 : WEAK) * 100) + BIRTH[birth])
  if (score < HIT) return undefined
  return { score, why: { parts, birth, country: compareCountries(listed, person), weak: !listed.strong } }
}

/** Said to whoever decides, and counted for nothing: a nationality is no mark of guilt, and lists know few. */
function compareCountries({ countries }: ListedName, { country }: PersonToScreen): Why['country'] {
  const codes = countries.filter((one) => /^[A-Z]{2}$/.test(one))
  if (country === undefined || codes.length === 0) return 'unknown'
  return codes.includes(country.toUpperCase()) ? 'same' : 'differs'
}
