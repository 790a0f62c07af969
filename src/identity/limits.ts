import { HOUR, MINUTE } from '#kit/clock.ts'
import { hashToken } from '#kit/ids.ts'
import type { Limit } from '#kit/limit.ts'

/** Failed sign-ins for one account from one address: ten in 15 minutes. */
export function accountLimit(email: string, address: string): Limit {
  return { key: `sign-in/${hashToken(email)}/${networkOf(address)}`, most: 10, milliseconds: 15 * MINUTE }
}

/** Failed sign-ins from one address, whatever the account: fifty in a minute. */
export function addressLimit(address: string): Limit {
  return { key: `sign-in/${networkOf(address)}`, most: 50, milliseconds: MINUTE }
}

/** Codes sent to one e-mail because of one address: thirty in an hour. With five tries each, guessing takes years. */
export function codeLimit(email: string, address: string): Limit {
  return { key: `codes/${hashToken(email)}/${networkOf(address)}`, most: 30, milliseconds: HOUR }
}

/** Reset links that anybody asked for, to one e-mail: five in an hour. */
export function resetLimit(email: string): Limit {
  return { key: `reset/${hashToken(email)}`, most: 5, milliseconds: HOUR }
}

/** Where a request comes from: an IPv4 address, or the /64 network that one subscriber has of IPv6. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const before = head.split(':').filter((part) => part !== '')
  const after = tail.split(':').filter((part) => part !== '')
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
