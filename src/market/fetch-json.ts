import { SECOND } from '#kit/clock.ts'
import { type SourceName, SourceProblem } from './exchange.ts'

/** Milliseconds for one answer. */
const PATIENCE = 8 * SECOND
/** Bytes: 300 candles of the wordiest source are a sixth of it. */
const LARGEST_ANSWER = 512 * 1024
const LONGEST_PAUSE = 3600

/** What a source answered: its status, and its body where that is JSON. */
export type SourceReply = { status: number; body: unknown }

/**
 * Asks a source. Whatever comes back is held at arm's length: no redirects, only JSON, only so much of it, only so long.
 * Throws `SourceProblem` where it is not an answer at all, and where the source wants to be left alone.
 */
export async function fetchJson(source: SourceName, address: URL, signal: AbortSignal): Promise<SourceReply> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])
  try {
    const response = await fetch(address, {
      signal: patience,
      redirect: 'error',
      // Coinbase refuses callers without a name
      headers: { accept: 'application/json', 'user-agent': 'Plumb' },
    })
    refuseNoAnswer(source, response)
    return { status: response.status, body: JSON.parse(await readText(source, response)) as unknown }
  } catch (error) {
    if (error instanceof SourceProblem) throw error
    if (error instanceof SyntaxError) throw new SourceProblem(source, 'the answer is not whole JSON')
    throw new SourceProblem(source, `cannot be reached (${patience.aborted ? 'no answer in time' : reasonOf(error)})`)
  }
}

/** The statuses that say nothing about what was asked, and answers that are no JSON. */
function refuseNoAnswer(source: SourceName, response: Response): void {
  const { status } = response
  const type = response.headers.get('content-type') ?? 'nothing'
  const isData = /^application\/json\b/i.test(type)
  if (isData && (status === 200 || status === 400 || status === 404)) return
  void response.body?.cancel()
  const seconds = response.headers.get('retry-after') ?? ''
  const pause = /^\d{1,6}$/.test(seconds) ? Math.min(Number(seconds), LONGEST_PAUSE) * SECOND : undefined
  throw new SourceProblem(
    source,
    status === 200 ? `it answered ${type.slice(0, 40)}` : `it answered ${status}`,
    'source',
    pause,
  )
}

async function readText(source: SourceName, response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > LARGEST_ANSWER) throw new SourceProblem(source, 'the answer is too large')
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** Why a request came to nothing; what fetch throws has the reason inside. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const reason = cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : String(cause)
  return reason.slice(0, 80)
}
