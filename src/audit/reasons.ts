import type { Tx } from '#kit/database.ts'
import { actsOn } from './read.ts'
import type { ActRow } from './store.ts'

/** A transfer as far as it leads to the act that it came with. */
type Transfer = { id: string; kind: string; reference_id: string; actor_id: string | null; job: string | null }

/** Made by the formula alone: nobody decides them, and there are many. */
const UNDECIDED = 'investment earned'
/** A verb posts and then writes down what was decided, in one transaction, which never takes longer than this. */
const LONGEST_VERB = 30_000

/**
 * Why transfers were made, by their ids, where somebody said so: the reason of the act that was written down after each
 * by the same actor on the same record. Both ids carry the millisecond of their making.
 */
export async function reasonsOf(tx: Tx, transfers: readonly Transfer[]): Promise<Map<string, string>> {
  const decided = transfers.filter(({ kind }) => kind !== UNDECIDED)
  const acts = await actsOn(tx, [...new Set(decided.map(({ reference_id }) => reference_id))])
  const reasons = new Map<string, string>()
  for (const transfer of decided) {
    const act = actOf(transfer, acts.get(transfer.reference_id) ?? [])
    if (act !== undefined && act.reason !== null) reasons.set(transfer.id, act.reason)
  }
  return reasons
}

function actOf({ id, actor_id, job }: Transfer, acts: readonly ActRow[]): ActRow | undefined {
  const posted = madeAt(id)
  return acts
    .filter((act) => act.actor_id === actor_id && act.job === job)
    .filter((act) => madeAt(act.id) >= posted && madeAt(act.id) <= posted + LONGEST_VERB)
    .toSorted((one, other) => madeAt(one.id) - madeAt(other.id))[0]
}

/** The first 48 bits of a UUID version 7 (RFC 9562): milliseconds since 1970. */
function madeAt(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}
