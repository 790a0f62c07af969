/** What is wrong with a name, or null. Whether it is taken, the server knows. */
export function checkName(name: string): string | null {
  if (name === '') return 'Choose a username.'
  if (!/^[A-Za-z0-9_-]*$/.test(name)) return 'Use letters, digits, _ and - only.'
  if (name.length < 3 || name.length > 30) return 'Use 3 to 30 characters.'
  return null
}

/** An e-mail address as it is stored and compared. */
export function normaliseEmail(typed: string): string {
  return typed.trim().toLowerCase()
}

const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/

/** What is wrong with a normalised e-mail address, or null. Exactly one address, so that mail goes to nobody else. */
export function checkEmail(email: string): string | null {
  if (email === '') return 'Enter your email address.'
  const localPart = email.slice(0, email.lastIndexOf('@'))
  if (email.length > 254 || localPart.length > 64 || !EMAIL.test(email)) return 'This is not a valid email address.'
  return null
}

/** ISO 3166-1 alpha-2, all that are officially assigned. */
const COUNTRIES =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW'

/** The alpha-2 code of a country, by code or English name without regard to case; null if there is none such. */
export function countryCode(typed: string): string | null {
  const codes: string[] = COUNTRIES.match(/../g) ?? []
  const text = typed.trim()
  const code = text.toUpperCase()
  if (codes.includes(code)) return code
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return codes.find((known) => names.of(known)?.toLowerCase() === text.toLowerCase()) ?? null
}
