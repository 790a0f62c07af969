/** Letters or digits at both ends, between them also blanks, hyphens and apostrophes: nothing that mail makes a link of. */
const WORD = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} '’-]*[\p{L}\p{M}\p{N}]$/u
const SHORTEST = 3
export const LONGEST_WORD = 40

/** The word that somebody wants to know our mail by, as it is kept, or a sentence that says what it may be. */
export function readMailWord(typed: string): { word: string } | { problem: string } {
  const word = typed.normalize('NFC').trim().replaceAll(/ +/g, ' ')
  const length = [...word].length
  if (length < SHORTEST || length > LONGEST_WORD) return { problem: `Use ${SHORTEST} to ${LONGEST_WORD} characters.` }
  return WORD.test(word) ? { word } : { problem: "Use letters, digits, spaces, - and ' only." }
}
