import { readStored, readStoredText, writeStored, writeStoredText } from '#ui/stored.ts'

const PLACE = 'unended'

/**
 * Notes that the session of this device is to end, by the hash of its token: that ends it and opens nothing, so it may
 * stay here when all else of the session is gone. Answers what to do when it has ended. Where pages are not secure a
 * browser makes no hash; then only this device forgets.
 */
export async function noteToEnd(): Promise<() => void> {
  const token = readStoredText('auth-token')
  if (token === null || !('subtle' in crypto)) return () => {}
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
  const hash = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  keep([...unended(), hash])
  return () => ended([hash])
}

/** The hashes of sessions that the server has not been told to end. */
export const unended = () => readStored<string[]>(PLACE) ?? []

/** The server knows of these. */
export function ended(hashes: readonly string[]) {
  keep(unended().filter((hash) => !hashes.includes(hash)))
}

/** The last few: more than one waits only where somebody signs in and out over and over without a line that holds. */
function keep(hashes: readonly string[]) {
  if (hashes.length === 0) writeStoredText(PLACE, null)
  else writeStored(PLACE, hashes.slice(-MOST))
}
const MOST = 10
