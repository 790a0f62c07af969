import type { Clock } from '#kit/clock.ts'
import type { Routes } from '#kit/routes.ts'
import type { mailContract } from './contract.ts'
import { sendMail } from './send-mail.ts'

export function mailRoutes(house: { clock: Clock }): Routes<typeof mailContract> {
  return {
    'POST /api/send-mail': ({ asker, body, write }) =>
      write(async (tx) => {
        await sendMail(tx, house.clock, asker, body)
        return { message: `The mail to ${body.receiver} is on its way.` }
      }),
  }
}
