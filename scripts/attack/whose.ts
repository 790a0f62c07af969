/** Whose a row is: the people whose ids stand in it or in what it refers to, or whose own row names it (their picture). */
import type { Change } from './rows.ts'

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** The other kind of id that people are given. */
const TRANX_ID = /"tranx_id": "([\w-]+)"/
const WORD = /[\w-]{8,}/g
/** Who asked for an invitation that another has agreed to stands in the request alone: it is void with either. */
const OF_INVITATION = '"subject_kind": "invitation"'
const SUBJECT = /"subject_id": "([\w-]+)"/
/** A row refers to rows that refer to others: so often it is looked again. */
const DEEP = 3

export type Whose = {
  /** People whom a text names by their id, their address, or the id of something that is theirs. */
  in(text: string): ReadonlySet<string>
  learn(rows: readonly Pick<Change, 'table' | 'key' | 'row'>[]): void
}

/** `people` by their ids, each with the texts that mean them as well: their e-mail address. */
export function knowWhose(people: () => ReadonlyMap<string, readonly string[]>): Whose {
  const owners = new Map<string, Set<string>>()
  const namedIn = (text: string): Set<string> => {
    const found = new Set<string>()
    for (const [id, names] of people()) if (names.some((name) => name !== '' && text.includes(name))) found.add(id)
    for (const [id] of [...text.matchAll(UUID), ...text.matchAll(WORD)]) {
      if (people().has(id)) found.add(id)
      else for (const owner of owners.get(id) ?? []) found.add(owner)
    }
    return found
  }
  const own = (id: string, whose: Iterable<string>) => {
    if (people().has(id)) return
    owners.set(id, new Set([...(owners.get(id) ?? []), ...whose]))
  }
  return {
    in: namedIn,
    learn(rows) {
      for (let round = 0; round < DEEP; round += 1) {
        for (const { table, key, row } of rows) {
          const ids = key.match(UUID) ?? []
          if (table === 'app_user') for (const [part] of row.matchAll(UUID)) own(part, ids)
          else for (const id of ids) own(id, namedIn(row))
          const tranxId = TRANX_ID.exec(row)?.[1]
          if (tranxId !== undefined) own(tranxId, namedIn(row))
          const invitation = table === 'approval' && row.includes(OF_INVITATION) ? SUBJECT.exec(row)?.[1] : undefined
          if (invitation !== undefined) own(invitation, namedIn(row))
        }
      }
    },
  }
}
