import { activityOf, type ActivityRow } from '#audit/activity.ts'
import { networkInShort } from '#identity/device-rules.ts'
import type { Investor } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import type { ActivityLine } from './contract.ts'
import { type ContactKind, selectOpenChanges } from './store.ts'

type Asked = { cursor?: string | undefined; limit: number }

/** What was done with one's account, newest first. */
export async function ownActivity(
  tx: Tx,
  { userId }: Investor,
  asked: Asked,
): Promise<{ items: ActivityLine[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await activityOf(tx, userId, asked)
  return { items: rows.map((row) => onWire(row, userId)), next_cursor }
}

function onWire({ id, at, action, actor_id, address, after }: ActivityRow, userId: string): ActivityLine {
  // who guesses at a password is nobody whom the house knows
  // the first owner is made by the link of the machine, before anybody can sign in
  const isOwn = actor_id === userId || action === 'make first owner'
  const by = isOwn ? 'you' : actor_id === null ? 'somebody' : 'administrator'
  return {
    ...{ id, at: at.toISOString(), action, by },
    ...{ browser: textIn(after, 'browser'), system: textIn(after, 'system') },
    network: by === 'administrator' || address === null ? null : networkInShort(address),
    times: numberIn(after, 'times') ?? numberIn(after, 'times_within_an_hour'),
  }
}

/** The changes of contact details that wait for their code. */
export async function pendingChanges(tx: Tx, { userId }: Investor) {
  const open = await selectOpenChanges(tx, userId)
  const ofKind = (kind: ContactKind) => {
    const change = open.find((one) => one.kind === kind)
    return change === undefined ? null : { to: change.new_value, code_expires_at: change.code_expires_at.toISOString() }
  }
  return { status: 'success' as const, email: ofKind('email'), phone: ofKind('phone') }
}

function textIn(facts: unknown, field: string): string | null {
  const value = valueIn(facts, field)
  return typeof value === 'string' ? value : null
}

function numberIn(facts: unknown, field: string): number | null {
  const value = valueIn(facts, field)
  return typeof value === 'number' ? value : null
}

function valueIn(facts: unknown, field: string): unknown {
  return typeof facts === 'object' && facts !== null ? Reflect.get(facts, field) : undefined
}
