/** The letters that the embedded font has (src/ui/font/README.md). */
const PRINTABLE =
  /^[\u0020-\u007E\u00A0-\u00A3\u00A9\u00AB\u00B0\u00B7\u00BA\u00BB\u00BF-\u00FF\u0131\u0152\u0153\u2009\u2013\u2014\u2018\u2019\u201C\u201D\u2022\u2026\u2039\u203A\u20AC\u2191\u2193\u2212]$/u
/** What stands for a letter that cannot be printed; the foot of the page says so. */
export const REPLACEMENT = '?'

/**
 * A text in letters that can be printed: accents that the font lacks are left out, blanks of all kinds are blanks, and
 * what is left stands as a question mark, so that nothing comes out as something else.
 */
export function printable(text: string): string {
  const letters = [...text.normalize('NFC').replace(/\s+/gu, ' ')].flatMap((letter) => {
    if (PRINTABLE.test(letter)) return [letter]
    const plain = letter.normalize('NFKD').replace(/\p{M}/gu, '')
    if (plain !== '' && [...plain].every((part) => PRINTABLE.test(part))) return [plain]
    return /^\p{M}|\p{Cf}$/u.test(letter) ? [] : [REPLACEMENT]
  })
  return letters.join('')
}

/** Whether something of a text had to be left out. */
export function hasUnprintable(text: string): boolean {
  const asked = [...text].filter((letter) => letter === REPLACEMENT).length
  return [...printable(text)].filter((letter) => letter === REPLACEMENT).length > asked
}
