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
