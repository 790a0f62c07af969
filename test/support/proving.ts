/** All that is wrong with the books of a test, in sentences; empty where nothing is. */
import { EVERY_PROOF } from '#funds/proof/every-proof.ts'
import type { Tx } from '#kit/database.ts'
import { proveAll } from '#ledger/proof/proof.ts'

export async function whatIsWrong(tx: Tx): Promise<string[]> {
  return (await proveAll({ tx, since: null }, EVERY_PROOF)).flatMap(({ wrong }) => wrong?.says ?? [])
}
