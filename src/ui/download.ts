import { addressOf, CallError, failure, headersFor, isProvided } from './client.ts'
import * as text from '#texts/client.ts'

/**
 * Fetches a file as the signed-in person, which a plain link could not, and hands it to the browser to keep, under
 * the server's name for it; where a second factor is needed first, once that was proved. Throws a CallError where it does not come.
 */
export async function download(path: string, query: Record<string, string>, fallback: string): Promise<void> {
  const response = await fetch(addressOf(path, { query }), {
    credentials: 'include',
    headers: { ...headersFor('GET', undefined, ''), accept: '*/*' },
  }).catch(() => {
    throw new CallError(0, text.notReached)
  })
  if (!response.ok) {
    const reply: unknown = await response.json().catch(() => null)
    if (await isProvided(response.status, reply)) return download(path, query, fallback)
    throw failure(response.status, reply)
  }
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
