const ONE_LINE = 'Use a name of one line.'
const UNSEEN = 'Use a name without invisible characters.'
const ONE_SCRIPT = 'Write the name in letters of one script: some of these only look like others.'
const LIKE_LATIN = 'Write the name in Latin letters: all of these only look like them.'

/** Other blanks than the ordinary one, what is drawn as nothing, and two that fonts draw as a blank. */
const CANNOT_BE_SEEN = /[[^\S ]\p{C}\p{Default_Ignorable_Code_Point}\u{2800}\u{1D159}]/v

/** What is written together in one language, as UTS 39 has it for identifiers (highly restrictive). */
const WRITTEN_TOGETHER: readonly RegExp[] = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
  ...['Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Georgian', 'Ethiopic', 'Thai', 'Lao', 'Khmer', 'Myanmar'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
].map((scripts) => {
  const letters = [scripts].flat().map((script) => `\\p{Script=${script}}`)
  return new RegExp(`^[\\P{L}\\p{Script=Common}${letters.join('')}]*$`, 'v')
})

const NOT_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}]/v
/** Without a letter of Cyrillic or Greek that could not be taken for one of Latin. */
const LOOKS_LATIN =
  /^[\P{L}\u0405\u0406\u0408\u0410\u0412\u0415\u041A\u041C-\u041E\u0420-\u0423\u0425\u0430\u0435\u043E\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04AE\u04AF\u04BA\u04BB\u04C0\u04CF\u0501\u051A-\u051D\u0391\u0392\u0395-\u0397\u0399\u039A\u039C\u039D\u039F\u03A1\u03A4\u03A5\u03A7\u03BD\u03BF]*$/v

/**
 * Reads what somebody calls a wallet or a plan: kept with single blanks, composed, and so that it is what it looks like.
 * Answers a sentence that says what to do where it is none. The name that it has, `present`, stays as it is, whatever
 * was allowed when it was given.
 */
export function readName(typed: string, present?: string): { text: string } | { problem: string } {
  const text = typed.trim()
  if (present !== undefined && text === present.trim()) return { text: present }
  if (text === '') return { problem: 'Enter a name.' }
  if (/\p{Cc}/v.test(text)) return { problem: ONE_LINE }
  if (CANNOT_BE_SEEN.test(text)) return { problem: UNSEEN }
  const composed = text.normalize('NFC').replaceAll(/ +/g, ' ')
  const odd = [...composed].find((sign) => sign.normalize('NFKC') !== sign)
  if (odd !== undefined) return { problem: `Write the name without “${odd}”: it only looks like other characters.` }
  if (!WRITTEN_TOGETHER.some((letters) => letters.test(composed))) return { problem: ONE_SCRIPT }
  if (NOT_LATIN.test(composed) && LOOKS_LATIN.test(composed)) return { problem: LIKE_LATIN }
  return { text: composed }
}

/**
 * Whether the name of a host, as an address has it, is this machine and nothing else: `localhost` or a name under it,
 * 127.0.0.0/8, ::1. Nobody can point such a name elsewhere, nor point another one here and be taken for it.
 */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name)
}

/** A page of the web, without a name and a password in its address. */
const PAGE = /^(https?):\/\/([a-z\d](?:[a-z\d.-]*[a-z\d])?)(?::\d{1,5})?(?:[/?#][!#-;=?-[\]_a-z~]*)?$/i
const MAIL = /^mailto:[\w.+-]{1,64}@[a-z\d](?:[a-z\d.-]*[a-z\d])?\.[a-z]{2,}$/i

/** Where Support may lead, in words. */
export const SUPPORT_MAY_BE = 'an address such as https://help.example.com or mailto:help@example.com'

/**
 * Whether Support, which everybody is offered, may lead there: to a mail, or to a page that nobody can change on its way.
 * Without https a page is this machine's own.
 */
export function maySupportBe(place: string): boolean {
  if (place.length > 500) return false
  const [, scheme, host = ''] = PAGE.exec(place) ?? []
  if (scheme === undefined) return MAIL.test(place)
  return scheme.toLowerCase() === 'https' || isLoopbackHost(host)
}
