/** A network as people write it, and as screens name it: `BNB Smart Chain`. */
export function networkInWords(network: string): string {
  return network.replace(/^bnb|\b[a-z]/g, (letters) => letters.toUpperCase())
}

/** The network that one for testing stands in for; every other stands for itself. */
export function standsFor(network: string): string {
  return network.replace(/ testnet$/, '')
}
