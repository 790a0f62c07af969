/** What somebody has who has a copy of the database: nothing that opens an account. */
import pg from 'pg'
import { expect, test } from 'vitest'
import { hashToken } from '#kit/ids.ts'
import { APP_URL, openRegisteringHouse, typed } from '../../test/support/registering-house.ts'
import { DOCUMENT_KEY } from '../../test/support/database.ts'
import { opened } from '../../test/support/opened.ts'
import { submitCheckOf } from '../../test/support/identity.ts'
import { messagesTo } from '../../test/support/traces.ts'
import { passportZone } from '../../scripts/made-up-papers.ts'
import { forget, join, joinWithRoles, signUp } from '../../test/support/registering.ts'
import { inviteAdministrator } from '#roles/invite-administrator.ts'
import { makeSetupLink } from './set-up-owner.ts'

const house = opened(openRegisteringHouse)

/** Every row of every table, as the owner of the tables writes them out. */
async function copyOfEverything(): Promise<string> {
  const owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  try {
    const { rows: tables } = await owner.query<{ name: string }>(
      "SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    )
    const rows: string[] = []
    for (const { name } of tables) {
      const all = await owner.query<{ row: string }>(`SELECT row_to_json(t)::text AS row FROM ${name} AS t`)
      rows.push(...all.rows.map(({ row }) => row))
    }
    return rows.join('\n')
  } finally {
    await owner.end()
  }
}

test('whoever tries all codes finds none: without the pepper the right ones have another hash', async () => {
  const { registration, email_code, phone_code } = await signUp(house, typed('tried-through'))
  const { id, email_code_hash, phone_code_hash } = registration
  expect([email_code, phone_code].every((code) => /^\d{6}$/.test(code))).toBe(true)
  const tried = [`${id}/email/${email_code}`, `${id}/phone/${phone_code}`].map(hashToken)
  expect([email_code_hash, phone_code_hash]).not.toEqual(expect.arrayContaining([tried[0]]))
  expect([email_code_hash, phone_code_hash]).not.toEqual(expect.arrayContaining([tried[1]]))
})

test('no code and no link that waits to be sent stands in it', async () => {
  const setUp = await house.write((tx) => makeSetupLink(tx, house.clock, APP_URL))
  const { registration, bearer, email_code, phone_code } = await signUp(house, typed('waiting'))
  const owner = await joinWithRoles(house, 'owner', ['owner'])
  const { user, session } = await join(house, 'amy')
  await forget(house, user.email)
  const offer = { email: 'reviewer@plumb.test', roles: ['reviewer' as const], reason: 'A colleague' }
  await house.write((tx) => inviteAdministrator(tx, house.clock, owner, { ...offer, appUrl: APP_URL }))
  const mails = [...(await messagesTo(house, user.email)), ...(await messagesTo(house, offer.email))]
  const links = [setUp ?? '', ...mails.map(({ content }) => content)].flatMap(
    (text) => text.match(/(?<=token=)[\w-]{20,}/g) ?? [],
  )
  expect(links).toHaveLength(3)
  // Six digits may stand in any number: in their message they have a line to themselves.
  const codes = [email_code, phone_code].map((code) => `\\n${code}\\n`)
  const copy = await copyOfEverything()
  for (const known of [registration.email, offer.email, user.email]) expect(copy).toContain(known)
  const secrets = [...codes, ...links, bearer, session.bearer, session.cookie ?? 'no cookie']
  for (const secret of secrets) expect(copy).not.toContain(secret)
})

test('nothing that somebody handed in for their identity check stands in it, and what would open it does not', async () => {
  const { user, investor } = await join(house, 'handed-in')
  const mrz = passportZone({ given: 'Canary', family: 'Jones', number: 'CANARY123', born: '810203' }).join('\n')
  const typed = { legal_name: 'Canary Jones', birth_date: '1981-02-03', street: '99 Canary Wharf', mrz }
  await submitCheckOf(house, investor, typed)
  const copy = await copyOfEverything()
  expect(copy).toContain(user.email)
  const picture = Buffer.from(`front of ${user.id}`)
  const said = ['Canary', 'CANARY', 'Jones', 'JONES', '1981-02-03', 'Springfield']
  const bytes = [...said.map((text) => Buffer.from(text)), picture, Buffer.from(DOCUMENT_KEY, 'base64')]
  const inOtherWords = bytes.flatMap((text) => [text.toString('hex'), text.toString('base64').replaceAll('=', '')])
  for (const secret of [...said, picture.toString(), DOCUMENT_KEY, ...inOtherWords]) expect(copy).not.toContain(secret)
  // nor do all numbers of nine letters, hashed without the pepper
  const [{ number_hash } = { number_hash: '' }] = await house.db
    .selectFrom('identity_claim')
    .select('number_hash')
    .execute()
  expect([hashToken('US/CANARY123'), hashToken('CANARY123')]).not.toContain(number_hash)
})
