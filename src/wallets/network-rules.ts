/** A network as people write it, and as screens name it: `BNB Smart Chain`. */
export function networkInWords(network: string): string {
  return network.replace(/^bnb|\b[a-z]/g, (letters) => letters.toUpperCase())
}
