import { countOf } from '#kit/count-of.ts'
import type { Clock } from '#kit/clock.ts'
import { asCount, asPage, withPageSize } from '#lists/replies.ts'
import type { Routes } from '#kit/routes.ts'
import { checkMail } from './check-mail.ts'
import type { mailContract } from './contract.ts'
import { countMessages, listMailings, listMessages, listTemplates } from './read.ts'
import { markdownAsHtml, markdownAsText } from './render-markdown.ts'
import { retryMessage } from './retry-message.ts'
import { type ReceiverFinder, readReceivers } from './segment.ts'
import { sendMail } from './send-mail.ts'
import { sendMailing, type TellOfMailing } from './send-mailing.ts'
import { stopMailing } from './stop-mailing.ts'
import { exportList, type Exports } from '#lists/export-list.ts'
import { messagesFile } from './messages-file.ts'

export function mailRoutes(house: {
  clock: Clock
  finder: ReceiverFinder
  tellOwners: TellOfMailing
  exports: Exports
}): Routes<typeof mailContract> {
  const { clock, finder, exports } = house
  return {
    'GET /api/admin/messages/count': ({ query, read }) => read(async (tx) => asCount(await countMessages(tx, query))),
    'GET /api/admin/messages/csv': ({ actor, query }) => exportList(exports, actor, messagesFile, query),
    'POST /api/send-mail': ({ actor, body, write }) =>
      write(async (tx) => {
        await sendMail(tx, clock, actor, body)
        return { message: `The mail to ${body.receiver} is on its way.` }
      }),
    'POST /api/send-mailing': ({ actor, body, write }) =>
      write(async (tx) => {
        const { id, expected } = await sendMailing(tx, clock, house, actor, body)
        const people = countOf(expected, 'person', 'people')
        return { message: `The mail to ${people} is on its way.`, id }
      }),
    'POST /api/stop-mailing/:id': ({ actor, params, write }) =>
      write(async (tx) => {
        await stopMailing(tx, clock, actor, params)
        return { message: 'The mailing has been stopped.' }
      }),
    'POST /api/preview-mail': ({ body, read }) =>
      read(async (tx) => {
        const { title, content, segment, plan_id } = body
        checkMail({ title, content })
        const receivers =
          segment === undefined
            ? null
            : await finder.count(tx, await readReceivers(tx, finder, { segment, plan_id }), clock.now())
        return {
          status: 'success' as const,
          html: markdownAsHtml(content),
          text: markdownAsText(content),
          receivers,
        }
      }),
    'GET /api/admin/messages': ({ query, read }) =>
      read(async (tx) => asPage(await listMessages(tx, withPageSize(query)))),
    'POST /api/retry-message/:id': ({ actor, params, write }) =>
      write(async (tx) => {
        await retryMessage(tx, clock, actor, params)
        return { message: 'The message will be tried again.' }
      }),
    'GET /api/admin/mailings': ({ read }) =>
      read(async (tx) => ({ status: 'success' as const, items: await listMailings(tx) })),
    'GET /api/admin/templates': ({ read }) =>
      read(async (tx) => ({ status: 'success' as const, items: await listTemplates(tx) })),
  }
}
