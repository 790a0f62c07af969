import { Type, type TSchema } from 'typebox'
import { Nullable, Time } from '#kit/wire.ts'

/** Who has done something to a record, as its owner may know it: no names. */
export const ByWhom = Type.Union([Type.Literal('investor'), Type.Literal('administrator'), Type.Literal('system')])

/** What has happened to a record, oldest first: what was so before (null at its making), and after. */
export const History = <Facts extends TSchema>(facts: Facts) =>
  Type.Array(
    Type.Object({ at: Time, by: ByWhom, before: Nullable(facts), after: facts, reason: Nullable(Type.String()) }),
  )
