import { Type, type TSchema } from 'typebox'
import { ByWhom, Nullable, Time } from '#kit/wire.ts'

/** What has happened to a record, oldest first: what was so before (null at its making), and after. */
export const History = <Facts extends TSchema>(facts: Facts) =>
  Type.Array(
    Type.Object({ at: Time, by: ByWhom, before: Nullable(facts), after: facts, reason: Nullable(Type.String()) }),
  )
