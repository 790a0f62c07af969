/** Addresses that one person keeps. With a withdrawal to each waiting they still have as many again. */
export const MOST_ADDRESSES = 200
export const LONGEST_ADDRESS_NAME = 40

/** A letter or a digit at both ends, and between them what names are written with: nothing that mail would take for a link. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} '’&()+#-]*[\p{L}\p{M}\p{N})])?$/u

/** What an investor calls an address, in the form that it is kept in, or a sentence that says what it may be. */
export function readAddressName(typed: string): { name: string } | { problem: string } {
  const name = typed.normalize('NFC').trim().replaceAll(/ +/g, ' ')
  if (name === '') return { problem: 'Give the address a name.' }
  if ([...name].length > LONGEST_ADDRESS_NAME) return { problem: `Use at most ${LONGEST_ADDRESS_NAME} characters.` }
  return NAME.test(name) ? { name } : { problem: "Use letters, digits, spaces and ' & ( ) + # - only." }
}

/** How long the links in a mail about an address or a withdrawal are good for, in days. */
export const LINK_DAYS = 7
