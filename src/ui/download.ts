import { addressOf, CallError, failure, headersFor } from './client.ts'
import * as text from '#texts/client.ts'

/**
 * Fetches a file as the signed-in person, which a plain link could not, and hands it to the browser to keep, under
 * the server's name for it. Throws a CallError where it does not come.
 */
export async function download(path: string, query: Record<string, string>, fallback: string): Promise<void> {
  const response = await fetch(addressOf(path, { query }), {
    credentials: 'include',
    headers: { ...headersFor('GET', undefined, ''), accept: '*/*' },
  }).catch(() => {
    throw new CallError(0, text.notReached)
  })
  if (!response.ok) throw failure(response.status, await response.json().catch(() => null))
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
