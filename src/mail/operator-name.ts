import type { RawBuilder } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { PRODUCT } from './letter.ts'
import { selectOperatorName, withOperatorName } from './store.ts'

/** What the operator is called while no owner has said otherwise: the name of the program. */
export const DEFAULT_NAME = 'Plumb'

/** What the operator is called, wherever the product shows its name. */
export async function operatorName(tx: Tx): Promise<string> {
  return (await selectOperatorName(tx)) ?? DEFAULT_NAME
}

/** Writes the operator's name into texts that leave a place for it; where none of these does, it is not even read. */
export async function nameFor(tx: Tx, texts: readonly string[]): Promise<(text: string) => string> {
  if (!texts.some((text) => text.includes(PRODUCT))) return (text) => text
  const name = await operatorName(tx)
  return (text) => text.replaceAll(PRODUCT, () => name)
}

/** The same as the database writes it, for what is only written: nobody waits for the name. */
export function writtenInName(text: string | RawBuilder<string>): RawBuilder<string> {
  return withOperatorName(text, DEFAULT_NAME)
}
