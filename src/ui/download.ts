import { addressOf, askTwice, CallError, failure, headersFor, isProvided } from './client.ts'
import * as text from '#texts/client.ts'

/**
 * Fetches a file as the signed-in person, which a plain link could not; `accept` is the kind that is asked for. Where a
 * second factor is needed first, once that was proved. Throws a CallError where it does not come.
 */
export async function fetchFile(address: string, accept = '*/*'): Promise<Response> {
  const once = () =>
    fetch(address, { credentials: 'include', headers: { ...headersFor('GET', undefined, ''), accept } })
  const response = await askTwice(once, false).catch(() => {
    throw new CallError(0, text.notReached)
  })
  if (response.ok) return response
  const reply: unknown = await response.json().catch(() => null)
  if (await isProvided(response.status, reply)) return fetchFile(address, accept)
  throw failure(response.status, reply)
}

/** Fetches a file as above, and hands it to the browser to keep under the server's name for it, or `fallback`. */
export async function download(path: string, query: Record<string, string>, fallback: string): Promise<void> {
  const response = await fetchFile(addressOf(path, { query }))
  const [, name = fallback] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  keepFile(await response.blob(), name)
}

/** Hands a file to the browser to keep. */
export function keepFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // the browser reads it after this turn
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
