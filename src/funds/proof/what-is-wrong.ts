import type { Tx } from '#kit/database.ts'
import { proveAll } from '#ledger/proof/proof.ts'
import { EVERY_PROOF } from './every-proof.ts'

/** All that is wrong with the books, by every proof in full, in sentences; empty where nothing is. */
export async function whatIsWrong(tx: Tx): Promise<string[]> {
  return (await proveAll({ tx, since: null }, EVERY_PROOF)).flatMap(({ wrong }) => wrong?.says ?? [])
}
