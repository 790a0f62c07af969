import { countOf } from './locale.ts'

export const title = 'Saved addresses'
export const description = 'Where your withdrawals go'
export const open = 'Saved addresses'
export const none = 'No saved addresses yet.'
export const list = 'Your addresses'
export const unnamed = 'No name'
export const confirmed = 'Confirmed'
export const unconfirmed = 'Not confirmed yet'
export const newUntil = (until: string) => `New until ${until}`
export const remove = 'Remove'
export const removeOf = (name: string) => `Remove ${name}`
export const removeSure = 'Remove it?'
export const keep = 'Keep it'
export const mailAgain = 'Send the email again'

export const add = 'Add an address'
export const method = 'Network'
export const address = 'Address'
export const name = 'Name'
export const nameHint = 'To find it again, such as “My ledger”'
export const nameOptional = 'Name for this address (optional)'
export const save = 'Save address'
export const sending = 'sending...'
/** Where a new address is held. */
export const newIsHeld = (hours: number) =>
  `This address is new. We’ll email you a link to confirm it, and a withdrawal to it is held for ${countOf(hours, { one: '# hour', other: '# hours' })} after that.`
/** Among which a withdrawal's address is chosen. */
export const choose = 'Saved addresses'
