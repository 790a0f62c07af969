import { createClient } from '#ui/client.ts'
import { checkOpening, type OpeningStep, type ShownPosting } from '../check-opening-rules.ts'
import type { logContract, OpeningReply } from '../contract.ts'
import { type StepAnswer, verdictOf } from '../verdict-rules.ts'
import { checkAgainstToday } from './log-today.ts'

const call = createClient<typeof logContract>()

/** Asks for what was opened of a transfer, by its number. */
export type AskOpening = (transfer: string) => Promise<OpeningReply>
export const askOwn: AskOpening = (id) => call('GET /api/opening/:id', { params: { id } })

/** `public`: everybody is shown the log that it stands in. */
export type ShownStep = OpeningStep | { what: 'public'; is: StepAnswer }
export type CheckedPosting = {
  shown: ShownPosting
  opened: OpeningReply
  steps: readonly ShownStep[]
  verdict: StepAnswer
}

/** Fetches what the log has of each of these and checks it here, one after the other. Throws where one cannot be had. */
export async function checkShown(shown: readonly ShownPosting[], ask: AskOpening): Promise<CheckedPosting[]> {
  const notes = new Map<string, Promise<StepAnswer>>()
  const checked: CheckedPosting[] = []
  for (const posting of shown) {
    const opened = await ask(posting.id)
    const steps: ShownStep[] = [
      ...(await checkOpening(posting, opened)),
      { what: 'public', is: await isPublic(opened) },
    ]
    checked.push({ shown: posting, opened, steps, verdict: verdictOf(steps) })
  }
  return checked

  /** Whether the log of today, as everybody is shown it, begins with this note. Asked once for each. */
  async function isPublic({ log }: OpeningReply): Promise<StepAnswer> {
    if (log === null) return 'not checked'
    const found = notes.get(log.note) ?? isShownToAll(log)
    notes.set(log.note, found)
    return await found
  }
}

async function isShownToAll({ note, key }: { note: string; key: string }): Promise<StepAnswer> {
  const found = await checkAgainstToday({ note, key })
  if (found.answer === 'no') return 'no'
  // another key than the one that everybody is shown shows nothing
  return found.answer === 'yes' && found.byKeyOfToday ? 'yes' : 'not checked'
}
