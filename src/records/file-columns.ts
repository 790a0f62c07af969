import type { Static } from 'typebox'
import type { Person } from '#users/contract.ts'

/** The columns of a person in a file, each under `word` and its own. */
export const personColumns = <Item>(word: string, personOf: (item: Item) => Static<typeof Person>) =>
  [
    [`${word} id`, (item: Item) => personOf(item).id],
    [`${word} name`, (item: Item) => personOf(item).name],
    [`${word} email`, (item: Item) => personOf(item).email],
  ] as const

type Decided = { id: string; created_at: string; status: string; reason: string | null; amount: string }
/** With what the lines of a file of records begin. */
export const recordColumns = [
  ['Id', ({ id }: Decided) => id],
  ['Created', ({ created_at }: Decided) => created_at],
  ['Status', ({ status }: Decided) => status],
  ['Reason', ({ reason }: Decided) => reason ?? ''],
  ['Amount', ({ amount }: Decided) => amount],
] as const
