import { BlockList, isIPv6 } from 'node:net'
import { readIpAddress } from '#kit/ip-address.ts'

/**
 * Whether an address is one of the operator's own proxies, however it is written: another proxy may have added a port to
 * it. `listed` are addresses, networks such as 10.0.0.0/8, and `loopback`; throws where one has an impossible length.
 */
export function trustProxies(listed: readonly string[]): (address: string | undefined) => boolean {
  const trusted = new BlockList()
  for (const proxy of listed.flatMap((part) => (part === 'loopback' ? ['127.0.0.0/8', '::1'] : [part]))) {
    const [address = '', bits] = proxy.split('/')
    const family = familyOf(address)
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  return (written) => {
    const address = readIpAddress(written ?? '')
    return address !== undefined && trusted.check(address, familyOf(address))
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
