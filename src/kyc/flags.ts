import { sameFiles } from '#documents/read.ts'
import type { Tx } from '#kit/database.ts'
import { selectFlags, selectSameNumbers } from './claim-store.ts'
import type { Flag } from './contract.ts'

/** What is to be looked at twice of each of these checks: what its claim said when it was submitted, and who else has the same. */
export async function flagsOf(tx: Tx, checkIds: readonly string[]): Promise<Map<string, Flag[]>> {
  if (checkIds.length === 0) return new Map()
  const [own, numbers, files] = [
    await selectFlags(tx, checkIds),
    await selectSameNumbers(tx, checkIds),
    await sameFiles(tx, checkIds),
  ]
  const numbered = new Set(numbers.map(({ claim_id }) => claim_id))
  return new Map(
    own.map(({ id, flags }) => [
      id,
      [
        ...(flags as Flag[]),
        ...(numbered.has(id) ? (['same document number'] as const) : []),
        ...(files.has(id) ? (['same file'] as const) : []),
      ],
    ]),
  )
}
