import type { Static } from 'typebox'
import { readAmount } from '#kit/read-amount.ts'
import type { EditBody } from './contract.ts'
import type { Edit } from './rules.ts'

/** An edit as it came, its amount read. 422 with the field where that is none. */
export function readEdit({ id }: { id: string }, body: Static<typeof EditBody>): Edit {
  const { date, status, reason = null, version } = body
  return { id, amount: readAmount('amount', body.amount), date, status, reason, version }
}
