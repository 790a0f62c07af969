/** Something at a moment, as a calendar keeps it. */
export type CalendarEvent = { id: string; at: number; title: string; text: string }

/** Octets of a line, without its end (RFC 5545, 3.1). */
const LONGEST_LINE = 75

/**
 * A file for calendars (RFC 5545) with these events, made `now` (milliseconds since 1970). Each is known by its id, so that
 * a later file moves an event instead of adding another, and keeps no time busy.
 */
export function calendarFile(events: readonly CalendarEvent[], now: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Plumb//What comes when//EN',
    ...events.flatMap(({ id, at, title, text }) => [
      'BEGIN:VEVENT',
      `UID:${id}@plumb`,
      `DTSTAMP:${utc(now)}`,
      `DTSTART:${utc(at)}`,
      `SUMMARY:${escaped(title)}`,
      `DESCRIPTION:${escaped(text)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** `20261127T101500Z` */
function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
}

/** A long line goes on in the next, behind a space; no letter is cut in two. */
function folded(line: string): string {
  const octets = new TextEncoder()
  let length = 0
  return Array.from(line, (letter) => {
    const more = octets.encode(letter).length
    const fits = length + more <= LONGEST_LINE
    length = fits ? length + more : 1 + more
    return fits ? letter : `\r\n ${letter}`
  }).join('')
}
