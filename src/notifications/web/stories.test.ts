import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Notification } from '#notifications/contract.ts'
import { groupsOf, toldIn } from './stories.ts'

const NOON = Date.parse('2026-03-10T12:00:00Z')

const notification = (place: number, about: Partial<Notification['data']>, subject: Notification['subject']) => ({
  id: `n${place}`,
  // newest first, a quarter of an hour apart
  created_at: new Date(NOON - place * 900_000).toISOString(),
  data: {
    icon: 'withdrawal',
    title: '',
    bold_value: '$1.00',
    status_color: 'yellow',
    status_text: 'pending',
    ...about,
  },
  read_at: null,
  subject,
})
const some: fc.Arbitrary<Notification[]> = fc
  .array(
    fc.record({
      title: fc.constantFrom('Withdrawal requested', 'Withdrawal approved', 'Balance topped up'),
      kind: fc.constantFrom('withdrawal', 'balance', null),
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    }),
    { maxLength: 120 },
  )
  .map((told) =>
    told.map(({ title, kind, id }, place) => notification(place, { title }, kind === null ? null : { kind, id })),
  )

test('every notification stands in one line, the newest of each line first, and the lines by their newest', () => {
  fc.assert(
    fc.property(some, (notifications) => {
      const lines = groupsOf(notifications)
      const shown = lines.flatMap(toldIn)
      expect(shown.map(({ id }) => id).toSorted()).toEqual(notifications.map(({ id }) => id).toSorted())
      const newest = lines.map(({ stories }) => stories[0].told[0].created_at)
      expect(newest).toEqual(newest.toSorted().toReversed())
      for (const { stories } of lines) {
        for (const { told } of stories) {
          const times = told.map(({ created_at }) => created_at)
          expect(times).toEqual(times.toSorted().toReversed())
        }
      }
    }),
  )
})

test('what was told of one record is one story, and nothing of another is in it', () => {
  fc.assert(
    fc.property(some, (notifications) => {
      const stories = groupsOf(notifications).flatMap((line) => line.stories)
      const records = stories.map(({ told }) => told.map(({ subject }) => subject && `${subject.kind}/${subject.id}`))
      for (const of of records) expect(new Set(of).size).toBe(1)
      const withdrawals = records.map(([first]) => first).filter((first) => first?.startsWith('withdrawal/'))
      expect(new Set(withdrawals).size).toBe(withdrawals.length)
      // each change of a balance is one of its own
      for (const { told } of stories) if (told[0].subject?.kind !== 'withdrawal') expect(told).toHaveLength(1)
    }),
  )
})

test('three of one kind on one day are one line, two are two, and other days stand apart', () => {
  const told = (count: number, from = 0) =>
    Array.from({ length: count }, (_, place) =>
      notification(from + place, { title: 'Withdrawal requested' }, { kind: 'withdrawal', id: `w${from + place}` }),
    )
  expect(groupsOf(told(2))).toHaveLength(2)
  expect(groupsOf(told(12)).map(({ stories }) => stories.length)).toEqual([12])
  // 96 quarters of an hour are a day
  expect(groupsOf([...told(3), ...told(3, 96)]).map(({ stories }) => stories.length)).toEqual([3, 3])
})
