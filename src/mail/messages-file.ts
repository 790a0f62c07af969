import type { ExportedList } from '#lists/export-list.ts'
import type { ListedMessage } from './contract.ts'
import { listMessages } from './read.ts'

/** Never what a message says. */
export const messagesFile: ExportedList<ListedMessage> = {
  name: 'messages',
  columns: [
    ['Id', ({ id }) => id],
    ['Created', ({ created_at }) => created_at],
    ['Channel', ({ channel }) => channel],
    ['Receiver', ({ receiver }) => receiver],
    ['Subject', ({ subject }) => subject ?? ''],
    ['State', ({ state }) => state],
    ['Tries', ({ tries }) => String(tries)],
    ['Last error', ({ last_error }) => last_error ?? ''],
    ['Delivered', ({ delivered_at }) => delivered_at ?? ''],
    ['Given up', ({ given_up_at }) => given_up_at ?? ''],
    ['Mailing', ({ mailing_id }) => mailing_id ?? ''],
  ],
  page: listMessages,
}
