import { countOf } from '#kit/count-of.ts'
import type { TellOfMailing } from '#mail/send-mailing.ts'
import { tellOwners } from './tell-owners.ts'

/** Tells every owner who sent what to how many: a mail in the house's name may say where to pay. */
export const tellOfMailing: TellOfMailing = async (tx, clock, actor, { title, content, to, expected }) => {
  const changes = [
    { field: 'segment', before: null, after: to },
    { field: 'recipients', before: null, after: countOf(expected, 'person', 'people') },
    { field: 'text', before: null, after: content },
  ]
  await tellOwners(tx, clock, actor, { matter: 'mailing', name: title, step: 'sent', changes })
}
