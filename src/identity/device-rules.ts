/** The network of an address, enough to know one's own by: 203.0.113.x, or the first three parts of IPv6. */
export function networkInShort(address: string): string {
  if (!address.includes(':')) return address.replace(/\.\d+$/, '.x')
  const [head = ''] = address.split('::')
  const parts = head.split(':').filter((part) => part !== '')
  return `${parts.slice(0, 3).join(':')}:…`
}
