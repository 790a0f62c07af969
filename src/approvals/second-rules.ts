import type { ApprovalKind } from './contract.ts'
import { holdsRole, isOfRoles } from './rules.ts'

type Role = Parameters<typeof holdsRole>[1][number]

/** What was done to somebody's roles or sign-in, and by whom: who did it, and who had asked where it was agreed to. */
type RoleAct = {
  action: 'set roles' | 'accept roles' | 'block user' | 'unblock user'
  /** null where it changes no roles */
  before: readonly Role[] | null
  after: readonly Role[] | null
  by: readonly (string | null)[]
}

/** Who is an administrator, or was until lately: `lately` is what was done within `REMOVED_COUNTS_FOR`, the oldest first. */
export type Colleague = {
  id: string
  name: string
  roles: readonly Role[]
  blocked: 'no' | 'lately' | 'before'
  lately: readonly RoleAct[]
}

type OpenRequest = { kind: ApprovalKind; asked_by: string; concerns: string | null; also_concerns: string | null }

/**
 * Whether anybody but these could agree to what is of a kind: who holds the role, or was removed lately. So nobody comes to
 * act alone at once by removing everybody else.
 */
export function isThere(
  kind: ApprovalKind,
  colleagues: readonly Colleague[],
  but: readonly (string | null)[],
): boolean {
  return colleagues.some((who) => couldLately(kind, who) && !but.includes(who.id))
}

/**
 * Why somebody may not agree to a request or refuse it, in a sentence; null if they may. Never who asked for it, and
 * nobody whose own record it is (business rules §8). Nor whoever is of one hand with who asked, as long as there is
 * somebody else: one person with an owner's account makes themselves a second within minutes. Whose record it is counts as
 * somebody else, too: whoever asks could choose a record of the only one who is in the way.
 */
export function whyNotSecond(
  asked: OpenRequest,
  me: { userId: string; roles: readonly Role[] },
  colleagues: readonly Colleague[],
): string | null {
  const { kind, asked_by } = asked
  if (!holdsRole(kind, me.roles)) {
    return isOfRoles(kind)
      ? 'Only an owner can decide on administrators.'
      : 'Support can see everything but can’t move money.'
  }
  if (asked_by === me.userId) return 'You asked for this yourself. Another administrator has to decide.'
  if (asked.concerns === me.userId || asked.also_concerns === me.userId)
    return 'You can’t decide on your own records. Another administrator has to.'
  if (!isOneHand(kind, colleagues, me.userId, asked_by)) return null
  const others = colleagues.filter((who) => couldLately(kind, who) && !isOneHand(kind, colleagues, who.id, asked_by))
  if (others.length === 0) return null
  const names = others
    .filter(({ id }) => id !== asked.concerns && id !== asked.also_concerns)
    .filter((who) => who.blocked === 'no' && holdsRole(kind, who.roles))
    .map(({ name }) => name)
  const who = names.length === 0 ? 'Somebody else' : OR.format(names)
  return `${oneHandWords(kind, colleagues, me.userId, asked_by)} less than three days ago. ${who} has to decide.`
}

/**
 * Whether two are one person's doing: either has their role from the other, or both from a third, directly or by way of
 * others. Whoever asks another of one hand has asked nobody.
 */
export function isOneHand(kind: ApprovalKind, colleagues: readonly Colleague[], one: string, other: string): boolean {
  const theirs = handsOf(kind, colleagues, other)
  return [...handsOf(kind, colleagues, one)].some((id) => theirs.has(id))
}

/** Somebody, whoever gave them their role lately, whoever gave these theirs lately, and so on. */
function handsOf(kind: ApprovalKind, colleagues: readonly Colleague[], id: string, found = new Set<string>()) {
  if (found.has(id)) return found
  found.add(id)
  const who = colleagues.find((colleague) => colleague.id === id)
  for (const giver of who === undefined ? [] : giversOf(kind, who)) handsOf(kind, colleagues, giver, found)
  return found
}

/** Who gave it to them lately. Nobody gave it to whoever had it before, though it was taken and given again since. */
function giversOf(kind: ApprovalKind, who: Colleague): string[] {
  if (couldBefore(kind, who)) return []
  const given = who.lately.filter(
    ({ action, before, after }) =>
      action === 'unblock user' || (holdsRole(kind, after ?? []) && !holdsRole(kind, before ?? [])),
  )
  return given.flatMap(({ by }) => by.filter((id) => id !== null))
}

/** Whether they could have agreed before all that was done lately. */
function couldBefore(kind: ApprovalKind, { roles, blocked, lately }: Colleague): boolean {
  const had = lately.find(({ before }) => before !== null)?.before ?? roles
  const signIn = lately.find(({ action }) => action === 'block user' || action === 'unblock user')
  const couldSignIn = signIn === undefined ? blocked !== 'before' : signIn.action === 'block user'
  return couldSignIn && holdsRole(kind, had)
}

function couldLately(kind: ApprovalKind, { roles, blocked, lately }: Colleague): boolean {
  if (blocked === 'before') return false
  return holdsRole(kind, roles) || lately.some(({ before }) => holdsRole(kind, before ?? []))
}

function oneHandWords(kind: ApprovalKind, colleagues: readonly Colleague[], me: string, asker: string): string {
  const name = colleagues.find(({ id }) => id === asker)?.name ?? 'Who asked for this'
  if (handsOf(kind, colleagues, me).has(asker)) return `You got your role from ${name}`
  if (handsOf(kind, colleagues, asker).has(me)) return `${name} got their role from you`
  return `You and ${name} got your roles from the same person`
}

const OR = new Intl.ListFormat('en', { type: 'disjunction' })
