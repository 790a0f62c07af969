import { isIPv4, isIPv6, SocketAddress } from 'node:net'

/** `203.0.113.7:4000`, `[2001:db8::1]:4000` and `[2001:db8::1]`, as some proxies write whom a request comes from. */
const AS_PROXIES_WRITE = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/

/**
 * The one spelling of an IP address, so that whatever is counted for it is counted once: without a port and a zone, IPv6
 * in its short form and lower case, and an IPv4 address that is written as IPv6 (`::ffff:cb00:7107`) as IPv4. Undefined
 * for anything that is not an address.
 */
export function readIpAddress(written: string): string | undefined {
  const found = AS_PROXIES_WRITE.exec(written.trim())
  const [address = ''] = (found?.[1] ?? found?.[2] ?? written.trim()).split('%')
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return undefined
  const short = new SocketAddress({ address, family: 'ipv6' }).address
  const mapped = short.slice('::ffff:'.length)
  return short.startsWith('::ffff:') && isIPv4(mapped) ? mapped : short
}

/**
 * Where a request comes from: an IPv4 address, or the /64 network that one subscriber has of IPv6. The address is
 * spelled as `readIpAddress` has it.
 */
export function networkOf(address: string): string {
  return prefixOf(address, 4)
}

/**
 * The whole of what one subscriber may have been given: an IPv4 address, or the /48 of IPv6, which is what a site gets
 * (RFC 6177) and holds 65,536 networks.
 */
export function siteOf(address: string): string {
  return prefixOf(address, 3)
}

/** An IPv4 address, or so many of the eight parts of an IPv6 address. */
function prefixOf(address: string, parts: number): string {
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('::')
  const before = head.split(':').filter((part) => part !== '')
  const after = tail.split(':').filter((part) => part !== '')
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after].slice(0, parts).join(':')
}
