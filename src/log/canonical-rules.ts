/** What is committed to in the log, byte by byte, as text in UTF-8 whose lines all end: docs/proofs.md. */

/** What stands in the log: a transfer of the books, or something that the house has said of its money. */
export type EntryType = 'transfer' | 'plan' | 'setting' | 'backing' | 'day' | 'key' | 'proof'

/** A transfer without who or what did it. */
export type LoggedTransfer = {
  id: bigint
  kind: string
  reference_kind: string
  reference_id: string
  /** UTC, with six decimals and a Z */
  effective_at: string
  reverses: bigint | null
  corrects: bigint | null
}
/** Micro-dollars, a debit positive; the balance on the account's own side. */
export type LoggedEntry = { account: string; sequence: number; amount: bigint; balance_after: bigint }

/** The same with numbers as the digits that the database has sent: they are only written down again. */
export type AsDigits<T> = { [Name in keyof T]: T[Name] | string }

/** Before what is hashed to a commitment: no commitment of a type is one of another. */
export const commitmentTag = (type: EntryType): string => `plumb log/${type}\n`

/** The line before the commitment: all that is published of an entry besides. */
export const typeLine = (type: EntryType): string => `${type}\n`

export function headerText(transfer: AsDigits<LoggedTransfer>, entries: number): string {
  const { id, kind, reference_kind, reference_id, effective_at, reverses, corrects } = transfer
  const others = `reverses ${reverses ?? 'none'}\ncorrects ${corrects ?? 'none'}\n`
  return `transfer ${id}\n${kind}\n${reference_kind} ${reference_id}\n${effective_at}\n${others}entries ${entries}\n`
}

export function entryText({ account, sequence, amount, balance_after }: AsDigits<LoggedEntry>): string {
  return `${account}\n${sequence}\n${amount}\n${balance_after}\n`
}
