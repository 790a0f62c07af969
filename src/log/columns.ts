import type { AccountPlace, Ordered } from './books-order.ts'
import { entryText, headerText } from './canonical-rules.ts'

/**
 * Transfers in the order of their numbers, and their entries by transfer, account and sequence: a list for each column, as
 * digits and words. An object for each entry and each number in it
 * takes as long as all of its hashes.
 */
export type Columns = {
  ids: string[]
  kinds: string[]
  recordKinds: string[]
  recordIds: string[]
  times: string[]
  reverses: string[]
  corrects: string[]
  /** of each entry, the transfer */
  of: string[]
  accounts: string[]
  sequences: string[]
  amounts: string[]
  balances: string[]
  /** of each transfer, and behind the last one, which entry is its first */
  firsts: Int32Array
  /** of accounts, by their numbers; one that is missing has none, and is committed to by its number */
  names: ReadonlyMap<string, string>
}
/** One of them. */
export type Place = { columns: Columns; at: number }
type PlaceInOrder = Ordered & Place

const NOTHING = 'NULL'
const orNull = (digits: string | undefined) => (digits === NOTHING || digits === undefined ? null : digits)

/** Where the entries of each transfer begin. */
export function firstsOf(ids: readonly string[], of: readonly string[]): Int32Array {
  const firsts = new Int32Array(ids.length + 1)
  let line = 0
  for (const [at, id] of ids.entries()) {
    firsts[at] = line
    while (of[line] === id) line += 1
  }
  firsts[ids.length] = line
  return firsts
}

const linesOf = ({ columns: { firsts }, at }: Place): [from: number, to: number] => [
  firsts[at] as number,
  firsts[at + 1] as number,
]

export const idAt = ({ columns, at }: Place): string => columns.ids[at] ?? ''

/** How many parts one has that are committed to: its header, and its entries. */
export function countPartsAt(place: Place): number {
  const [from, to] = linesOf(place)
  return 1 + to - from
}

/** What is committed to of one: its header, and its entries. */
export function partsAt(place: Place): string[] {
  const { columns, at } = place
  const { accounts, sequences, amounts, balances, names } = columns
  const [from, to] = linesOf(place)
  const record = {
    id: idAt(place),
    kind: columns.kinds[at] ?? '',
    reference_kind: columns.recordKinds[at] ?? '',
    reference_id: columns.recordIds[at] ?? '',
    effective_at: columns.times[at] ?? '',
    reverses: orNull(columns.reverses[at]),
    corrects: orNull(columns.corrects[at]),
  }
  const parts = [headerText(record, to - from)]
  for (let line = from; line < to; line += 1) {
    const number = accounts[line] ?? ''
    const [sequence = '', amount = ''] = [sequences[line], amounts[line]]
    parts.push(
      entryText({ account: names.get(number) ?? number, sequence, amount, balance_after: balances[line] ?? '' }),
    )
  }
  return parts
}

/**
 * The places just before the first that each account has here. Undefined where an account does not ascend as they stand:
 * it nearly always does, because numbers are given out under the locks of accounts.
 */
export function placesBeforeAscending({ accounts, sequences }: Columns): AccountPlace[] | undefined {
  const last = new Map<string, number>()
  const before: AccountPlace[] = []
  for (const [line, account] of accounts.entries()) {
    const sequence = Number(sequences[line])
    const known = last.get(account)
    if (known !== undefined && sequence !== known + 1) return undefined
    if (known === undefined && sequence > 1) before.push({ account_id: Number(account), sequence: sequence - 1 })
    last.set(account, sequence)
  }
  return before
}

/** All of them, to be put in order. */
export function placesOf(columns: Columns): PlaceInOrder[] {
  return columns.ids.map((id, at) => {
    const [from, to] = linesOf({ columns, at })
    const entries = Array.from({ length: to - from }, (_none, entry) => ({
      account_id: Number(columns.accounts[from + entry]),
      sequence: Number(columns.sequences[from + entry]),
    }))
    return { id: BigInt(id), entries, columns, at }
  })
}
