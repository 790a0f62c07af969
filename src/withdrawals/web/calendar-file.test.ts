import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const NOW = Date.parse('2026-03-11T12:00:00.000Z')
const END = Date.parse('2026-03-15T12:00:00.000Z')

test('a date of a plan is an event that keeps no time busy, in lines as calendars read them', () => {
  const file = calendarFile([{ id: '0190a000', at: END, title: 'Steady ends, $500.00', text: 'All of it; today' }], NOW)
  expect(file.split('\r\n')).toEqual([
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Plumb//What comes when//EN', 'BEGIN:VEVENT'],
    ...['UID:0190a000@plumb', 'DTSTAMP:20260311T120000Z', 'DTSTART:20260315T120000Z'],
    ...[String.raw`SUMMARY:Steady ends\, $500.00`, String.raw`DESCRIPTION:All of it\; today`],
    ...['TRANSP:TRANSPARENT', 'END:VEVENT', 'END:VCALENDAR', ''],
  ])
})

test('whatever a plan is called, another reader of calendars finds the same names, texts and moments', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 120 }).map((said) => said.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' '))
  const event = fc.record({ id: fc.uuid(), at: fc.integer({ min: 0, max: 4e9 }), title: words, text: words })
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 5 }), (events) => {
      const file = calendarFile(
        events.map((one) => ({ ...one, at: one.at * 1000 })),
        NOW,
      )
      const octets = new TextEncoder()
      expect(file.split('\r\n').filter((line) => octets.encode(line).length > 75)).toEqual([])
      const read = ICAL.Component.fromString(file)
        .getAllSubcomponents('vevent')
        .map((component) => new ICAL.Event(component))
      expect(
        read.map(({ uid, summary, description, startDate }) => [uid, summary, description, startDate.toUnixTime()]),
      ).toEqual(events.map(({ id, at, title, text }) => [`${id}@plumb`, title, text, at]))
    }),
  )
})
