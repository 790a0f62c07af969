import { type Clock, DAY } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { countWithin, isWithin, type Limit, refuseBeyond } from '#kit/limit.ts'
import { Refusal } from '#kit/refusal.ts'
import { enqueueText } from '#mail/enqueue.ts'
import { notify } from '#notifications/notify.ts'
import { settingsNow, SMS_DAILY_BUDGET } from '#settings/read.ts'
import { ownersOf } from '#users/find.ts'

/** The part of the budget, in percent, at which the owners are alarmed. */
const ALARM_AT = 80

/** The text messages of this day (UTC), by the setting as it is now. */
export async function textBudget(tx: Tx, clock: Clock): Promise<Limit> {
  const { smsDailyBudget } = await settingsNow(tx, { smsDailyBudget: SMS_DAILY_BUDGET })
  const now = clock.now().getTime()
  return {
    key: `text-budget/${clock.now().toISOString().slice(0, 10)}`,
    most: smsDailyBudget,
    milliseconds: DAY - (now % DAY),
    words:
      'We cannot send any more text messages today. Your number is fine: come back tomorrow, or write to Support if it ' +
      'is urgent.',
  }
}

/**
 * Counts a text message against the day's budget, before it is sent. 429 if that is spent: nothing goes out before the
 * next day, or before the owner raises the budget. The owners are told, once a day, when it runs low.
 */
export async function spendText(tx: Tx, clock: Clock): Promise<void> {
  const budget = await textBudget(tx, clock)
  if (!(await countText(tx, clock, budget))) await refuseBeyond(tx, clock, [budget], '')
}

/** Counts a text message that goes out whether the budget has one left or not: somebody else may have spent it. */
export async function spendTextBeside(tx: Tx, clock: Clock): Promise<void> {
  await countText(tx, clock, await textBudget(tx, clock))
}

/** Whether the budget had one left. */
async function countText(tx: Tx, clock: Clock, budget: Limit): Promise<boolean> {
  const spent = await countWithin(tx, clock, budget)
  if (spent === undefined) return false
  const alarm = { ...budget, key: `${budget.key}/alarm`, most: 1 }
  if (spent * 100 >= budget.most * ALARM_AT && (await isWithin(tx, clock, alarm)))
    await tellOwners(tx, clock, { spent, most: budget.most })
  return true
}

/** Sends a text message where the day's budget has one left. Where it has not, the mail beside it tells of it alone. */
export async function textIfAllowed(
  tx: Tx,
  clock: Clock,
  receiver: string,
  { content, secret }: { content: string; secret: boolean },
): Promise<void> {
  try {
    await spendText(tx, clock)
  } catch (error) {
    if (error instanceof Refusal) return
    throw error
  }
  await enqueueText(tx, clock, { receiver, content, secret })
}

async function tellOwners(tx: Tx, clock: Clock, { spent, most }: { spent: number; most: number }): Promise<void> {
  for (const id of await ownersOf(tx)) {
    await notify(tx, clock, id, 'settings', {
      icon: 'approval',
      title: 'Text messages',
      bold_value: `${spent} of ${most}`,
      status_text: 'used today',
      status_color: 'red',
    })
  }
}
