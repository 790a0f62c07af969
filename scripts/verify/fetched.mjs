/** What a house shows at its addresses. */
import { NotChecked, notChecked } from './shared.mjs'

/** Milliseconds for each thing that is fetched. */
const PATIENCE = 15_000

/** What stands at an address, or NotChecked that says why not. */
export async function fetchFrom(address) {
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE) })
    if (response.ok) return Buffer.from(await response.arrayBuffer())
    return notChecked(`${address}: ${response.status}`)
  } catch (error) {
    return notChecked(error instanceof NotChecked ? error.message : `${address}: ${error.message}`)
  }
}

/** `1234067` as `x001/x234/067`. */
export function tileName(n) {
  const digits = String(n)
  const parts = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? []
  return parts.map((part, place) => (place < parts.length - 1 ? `x${part}` : part)).join('/')
}
