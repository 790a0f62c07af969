import type { Agreed } from '#approvals/agree.ts'
import { correctOrAsk, type Correction } from '#approvals/ask.ts'
import { tellOwners } from '#approvals/tell-owners.ts'
import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import { HOUR } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { newActId } from '#kit/ids.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { RESERVE_ID } from '#ledger/accounts.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { toTheCentAbove } from '#money/to-the-cent-above.ts'
import { showUsd } from '#money/show.ts'
import { announceToAll, notifyInvestors } from '#notifications/notify.ts'
import { lockBacking, lockReserve, selectBacking, selectSpokenFor, updateBacking } from '#reserve/open.ts'
import type { Backing } from '#reserve/rules.ts'
import { sumUncovered } from './store.ts'

/** How long after every investor was told promises are made that are not set apart. */
const NOTICE = 72 * HOUR

/** A choice as it is kept while it waits. */
export type KeptBacking = { backing: Backing; reason: string }

/**
 * Chooses how far promises are set apart before they are made, and tells every owner. `strict` counts at once: 409 unless all
 * that runs is covered and the reserve holds what waits would promise, with what is missing. Back to `disclosed` needs a
 * second administrator, tells every investor, and counts 72 hours after that; choosing `strict` before keeps it. Answers the
 * id of the request where it waits.
 */
export async function setBacking(
  tx: Tx,
  actor: Administrator,
  input: KeptBacking,
  agreed?: Agreed,
): Promise<string | undefined> {
  const reason = input.reason.trim()
  if (reason === '') refuseField('reason', 'Say why. It is kept in the audit log.')
  await lockBacking(tx)
  await lockReserve(tx)
  const clock = await databaseClock(tx)
  const before = await selectBacking(tx)
  const isKept = before.backing === input.backing && before.disclosed_from === null
  if (isKept && before.chosen_at !== null) refuse('wrong state', 'Already chosen. Nothing has changed.')
  const ends = before.backing === 'strict' && input.backing === 'disclosed'
  if (ends && before.disclosed_from !== null) refuse('wrong state', 'Already chosen. Investors have been told.')
  if (input.backing === 'strict' && before.backing === 'disclosed') await refuseUncovered(tx, before.balance)

  const tell = { matter: 'backing', name: NAMES[input.backing] } as const
  // one that is confirmed, or kept after all, is no change from itself
  const was = before.backing === input.backing ? null : before.backing
  const changes = [{ field: 'backing', before: was, after: input.backing }]
  const perform = async () => {
    const now = clock.now()
    const disclosed_from = ends ? new Date(now.getTime() + NOTICE) : null
    await updateBacking(tx, { mode: ends ? 'strict' : input.backing, disclosed_from, chosen_at: now })
    await recordAct(tx, clock, actor, {
      id: newActId(),
      action: 'backing chosen',
      subject: { kind: 'reserve', id: RESERVE_ID },
      before: { backing: before.backing },
      after: { backing: input.backing, ...(disclosed_from && { from: disclosed_from.toISOString() }) },
      reason,
    })
    await announceToAll(tx, 'plans')
    await tellOwners(tx, clock, actor, { ...tell, step: agreed ? 'agreed to' : 'made', changes, from: disclosed_from })
    return { moved: null, changes, afterwards: () => notifyInvestors(tx, clock, 'plans', SOON_DISCLOSED) }
  }
  if (!ends) {
    await perform()
    return undefined
  }
  const subject = { kind: 'reserve', id: RESERVE_ID } as const
  const kept: KeptBacking = { backing: input.backing, reason }
  const asked: Correction = {
    kind: 'change backing',
    subject,
    concerns: null,
    input: kept,
    version: null,
    reason,
    tell,
  }
  return correctOrAsk(tx, clock, actor, asked, agreed, perform)
}

const NAMES: Readonly<Record<Backing, string>> = {
  strict: 'Strict',
  disclosed: 'Disclosed',
}

const SOON_DISCLOSED = {
  icon: 'security',
  title: 'In three days, not all earnings of new investments will be set apart in advance',
  bold_value: 'Running investments',
  status_color: 'yellow',
  status_text: 'stay set apart in full',
} as const

/** Of one moment, micro-dollars. */
type Lacking = {
  /** what is free in the reserve */
  balance: MicroUsd
  /** what all that runs, and bonuses, promise beyond what is set apart for them */
  uncovered: MicroUsd
  /** what all that waits would promise */
  spokenFor: MicroUsd
}

/**
 * What the reserve lacks for `strict`, micro-dollars: it has to hold what all that runs and waits promises and is not set
 * apart. What was credited before its money was set apart counts too, so this is more than `/books` calls not set apart.
 */
export function neededForStrict({ balance, uncovered, spokenFor }: Lacking): MicroUsd {
  const needed = microUsd(uncovered + spokenFor - balance)
  return needed > ZERO ? needed : ZERO
}

async function refuseUncovered(tx: Tx, balance: MicroUsd): Promise<void> {
  const [uncovered, spokenFor] = [await sumUncovered(tx), await selectSpokenFor(tx, null)]
  const needed = neededForStrict({ balance, uncovered, spokenFor })
  if (needed > ZERO) {
    refuse(
      'wrong state',
      `${showUsd(toTheCentAbove(needed))} is missing: all that runs and waits has to be set apart first. Bring that much into the reserve.`,
    )
  }
  if (uncovered > ZERO) refuse('wrong state', 'The reserve is being set apart for what runs. Try again in a minute.')
}
