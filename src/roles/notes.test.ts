import { beforeAll, expect, test } from 'vitest'
import type { Administrator } from '#kit/actor.ts'
import { SECOND } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { openRegisteringHouse } from '../../test/support/registering-house.ts'
import { opened } from '../../test/support/opened.ts'
import { notificationsOf, refusalOf } from '../../test/support/traces.ts'
import { join, joinWithRoles } from '../../test/support/registering.ts'
import { noteUser } from './note-user.ts'
import { notesOn } from './read.ts'

const house = opened(openRegisteringHouse)
let support: Administrator
let owner: Administrator
beforeAll(async () => {
  support = await joinWithRoles(house, 'the-support', ['support'])
  owner = await joinWithRoles(house, 'the-owner', ['owner'])
})

const write = (actor: Administrator, id: string, text: string) =>
  house.write((tx) => noteUser(tx, house.clock, actor, { id, text }))
const read = (actor: Administrator, id: string, asked: { cursor?: string; limit: number } = { limit: 50 }) =>
  house.read((tx) => notesOn(tx, actor, id, asked))

test('notes on a user have their author and time, come newest first and in pages', async () => {
  const { user } = await join(house, 'amy')
  for (const [n, actor] of [support, owner, support].entries()) {
    await write(actor, user.id, `note ${n}`)
    await house.clock.move(SECOND)
  }
  const { items, next_cursor } = await read(support, user.id, { limit: 2 })
  expect(items.map(({ text, author }) => `${author.name}: ${text}`)).toEqual([
    'the-support: note 2',
    'the-owner: note 1',
  ])
  const rest = await read(support, user.id, { limit: 2, cursor: next_cursor ?? '' })
  expect(rest).toMatchObject({ items: [{ text: 'note 0', created_at: '2026-03-01T12:00:00.000Z' }], next_cursor: null })
})

test('the user hears nothing of them, and the audit log tells nobody what they say', async () => {
  const { user } = await join(house, 'bob')
  await write(support, user.id, 'Calls often')
  expect(await notificationsOf(house, user.id)).toEqual([])
  const [line] = await house.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('subject_id', '=', user.id)
    .where('action', '=', 'note on user')
    .execute()
  expect(JSON.stringify(line)).not.toContain('Calls often')
})

test('nobody writes or reads those on themselves, nor on nobody', async () => {
  expect((await refusalOf(write(owner, owner.userId, 'x'))).code).toBe('not allowed')
  expect((await refusalOf(read(owner, owner.userId))).code).toBe('not allowed')
  expect((await refusalOf(write(owner, newId(), 'x'))).code).toBe('not found')
  expect((await refusalOf(read(owner, newId()))).code).toBe('not found')
})

test('none is ever changed or deleted, whoever asks the database', async () => {
  const { user } = await join(house, 'carol')
  await write(owner, user.id, 'It stays')
  const change = house.db.updateTable('user_note').set({ text: 'other' }).where('user_id', '=', user.id)
  const remove = house.db.deleteFrom('user_note').where('user_id', '=', user.id)
  await expect(change.execute()).rejects.toThrow()
  await expect(remove.execute()).rejects.toThrow()
  expect((await read(owner, user.id)).items).toHaveLength(1)
})
