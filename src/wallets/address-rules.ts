/** An address where it only has to be told from others: its first and last six characters. */
export function shortAddress(address: string): string {
  return address.length > 15 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address
}
