import { startTransition, useState } from 'react'
import type { openBooksContract } from '#funds/books-contract.ts'
import { useAnswer } from '#ui/answer.ts'
import { createClient } from '#ui/client.ts'

/** The calls of this slice that are open to all. */
const call = createClient<typeof openBooksContract>()

type Answered<Answer> = { answer: Answer } | { failed: true }

export const settled = <Answer>(asking: Promise<Answer>): Promise<Answered<Answer>> =>
  asking.then(
    (answer) => ({ answer }),
    () => ({ failed: true }),
  )
export const askBooks = () => settled(call('GET /api/books'))
export const askDays = () => settled(call('GET /api/books/days'))
export const askMonths = () => settled(call('GET /api/books/months'))

/** What was asked, or that it has failed, and asking it again. Where nobody has signed in there is no cache to keep it. */
export function useAsked<Answer>(ask: () => Promise<Answered<Answer>>) {
  const [found, setFound] = useState<Answered<Answer>>()
  // drawn in slices, between which the page answers
  useAnswer(ask, (answer) => startTransition(() => setFound(answer)))
  return {
    data: found && 'answer' in found ? found.answer : undefined,
    failed: found !== undefined && 'failed' in found,
    again: async () => setFound(await ask()),
  }
}
