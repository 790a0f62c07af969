import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { isWithin } from '#kit/limit.ts'
import { notify } from '#notifications/notify.ts'
import { tellingLimit, untoldFailures } from './limits.ts'
import { selectUserByEmail } from './store.ts'

/** Notes that a wrong password was typed. From the tenth within a day on its owner is told, at most once a day. */
export async function noteWrongPassword(tx: Tx, clock: Clock, email: string): Promise<void> {
  if (await isWithin(tx, clock, untoldFailures(email))) return
  if (!(await isWithin(tx, clock, tellingLimit(email)))) return
  const user = await selectUserByEmail(tx, email)
  if (user === undefined) return
  await notify(tx, clock, user.id, 'identity', {
    icon: 'security',
    title: 'Wrong passwords',
    bold_value: '',
    status_text: 'tried for your account',
    status_color: 'red',
  })
}
