import type { ExportedList } from '#lists/export-list.ts'
import type { ListedUser } from './contract.ts'
import { listUsers } from './read.ts'

/** No credential: only its health in words, as the list shows it. */
export const usersFile: ExportedList<ListedUser> = {
  name: 'users',
  columns: [
    ['Id', ({ id }) => id],
    ['Created', ({ created_at }) => created_at],
    ['Name', ({ name }) => name],
    ['E-mail', ({ email }) => email],
    ['Phone', ({ phone }) => phone],
    ['Country', ({ country }) => country],
    ['Credential', ({ enc_copy }) => enc_copy],
    ['Identity check', ({ kyc }) => kyc],
    ['Roles', ({ roles }) => roles.join(' ')],
    ['Blocked since', ({ blocked }) => blocked?.at ?? ''],
    ['Blocked for', ({ blocked }) => blocked?.reason ?? ''],
  ],
  page: listUsers,
}
