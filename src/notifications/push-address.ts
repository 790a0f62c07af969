import { lookup as lookUp } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const LONGEST = 1000
/** A host of the public internet has a dot, and these ends never are. */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|arpa|test|onion)$/

/** Addresses that are not of the public internet (IANA's special-purpose registries), or that may hold such a one. */
const closed = new BlockList()
const CLOSED_4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  '224.0.0.0/3',
]
/** Of IPv6 only 2000::/3 is public, and in it these are not, or hold an IPv4 address. */
const CLOSED_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']
for (const net of CLOSED_4) closed.addSubnet(net.split('/')[0] ?? '', Number(net.split('/')[1]), 'ipv4')
for (const net of CLOSED_6) closed.addSubnet(net.split('/')[0] ?? '', Number(net.split('/')[1]), 'ipv6')
const public6 = new BlockList()
public6.addSubnet('2000::', 3, 'ipv6')

/** Whether an address is one that anybody on the internet may talk to. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && public6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/**
 * Whether a browser may name this as its push service: https on its own port, a public name, no credentials. Where the
 * setting for trying out says so, also http on this machine.
 */
export function mayBeEndpoint(endpoint: string, mayBeLoopback: boolean): boolean {
  if (endpoint.length > LONGEST || !URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, hash } = new URL(endpoint)
  if (username !== '' || password !== '' || hash !== '') return false
  if (mayBeLoopback && protocol === 'http:' && hostname === '127.0.0.1') return true
  if (protocol !== 'https:' || port !== '') return false
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return isIP(name) === 0 && !name.startsWith('[') && name.includes('.') && !PRIVATE_NAME.test(name)
}

/**
 * Looks a name up and answers its public addresses only, for the connection itself: a name that was public when it was
 * subscribed may say something else by now.
 */
export const lookUpPublic: LookupFunction = (name, options, answer) => {
  lookUp(name, { family: options.family ?? 0, all: true }, (error, found) => {
    if (error) return answer(error, '', 0)
    const open = found.filter(({ address }) => isPublicAddress(address))
    const [first] = open
    if (first === undefined) answer(new Error(`${name} is no public address`), '', 0)
    else if (options.all === true) answer(null, open)
    else answer(null, first.address, first.family)
  })
}
