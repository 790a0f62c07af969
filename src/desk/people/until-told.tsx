import type { FactorHelp } from '#factors/contract.ts'
import { createRead } from '#ui/read.ts'
import { call } from '#desk/calls.ts'

const useReadAgain = createRead(call, { again: 10_000 })

/** Asks again until a message about the wait is delivered, which nobody here is told of. */
export function UntilTold({ helps, user }: { helps: readonly FactorHelp[]; user?: string }) {
  return helps.some(({ told }) => told === 'may yet') ? <AskAgain user={user} /> : null
}

function AskAgain({ user }: { user: string | undefined }) {
  useReadAgain('GET /api/admin/factor-help', user === undefined ? {} : { query: { user } })
  return null
}
