import type { ExportedList } from '#lists/export-list.ts'
import type { UserInList } from './contract.ts'
import { listUsers } from './read.ts'

/** No credential: only its health in words, as the list shows it. */
export const usersFile: ExportedList<UserInList> = {
  name: 'users',
  columns: [
    ['Id', ({ id }) => id],
    ['Created', ({ created_at }) => created_at],
    ['Name', ({ name }) => name],
    ['Email', ({ email }) => email],
    ['Phone', ({ phone }) => phone],
    ['Country', ({ country }) => country],
    ['Credential', ({ enc_copy }) => enc_copy],
    ['Identity check', ({ kyc }) => kyc],
    ['Balance', ({ balance }) => balance],
    ['Invested', ({ invested }) => invested],
    ['Signed in last', ({ signed_in_at }) => signed_in_at ?? ''],
    ['Roles', ({ roles }) => roles.join(' ')],
    ['Blocked since', ({ blocked }) => blocked?.at ?? ''],
    ['Blocked for', ({ blocked }) => blocked?.reason ?? ''],
  ],
  page: listUsers,
}
