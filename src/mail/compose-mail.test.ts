import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findKept } from '#log/kept-note-rules.ts'
import { composeMail, readMailFrom } from './compose-mail.ts'

const FROM = { name: 'Plumb', address: 'no-reply@plumb.example' }
const MAIL = {
  id: '0190a000-0000-7000-8000-000000000001',
  receiver: 'ann@example.com',
  subject: 'Your code' as string | null,
  content: 'Your code:\n\n123456\n\nValid for ten minutes.',
  markdown: false,
  created_at: new Date('2026-03-01T12:00:00Z'),
}

async function composed(change: Partial<typeof MAIL> = {}) {
  const text = (await composeMail(FROM, { ...MAIL, ...change })).toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const headers = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  return { text, headers, body: text.slice(end + 4) }
}

/** RFC 2045 §6.7 */
function decodeQuotedPrintable(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, pair: string) => String.fromCharCode(parseInt(pair, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

test('plain ASCII goes as it is, the code on a line of its own, and every header once', async () => {
  const { headers, body } = await composed()
  expect(headers.toSorted()).toEqual([
    'Auto-Submitted: auto-generated',
    'Content-Transfer-Encoding: 7bit',
    'Content-Type: text/plain; charset=utf-8',
    'Date: Sun, 01 Mar 2026 12:00:00 +0000',
    'From: Plumb <no-reply@plumb.example>',
    'MIME-Version: 1.0',
    'Message-ID: <0190a000-0000-7000-8000-000000000001@plumb.example>',
    'Subject: Your code',
    'To: ann@example.com',
  ])
  expect(body).toBe('Your code:\r\n\r\n123456\r\n\r\nValid for ten minutes.\r\n')
})

test('a link longer than a line of mail goes whole, to be copied out of the file', async () => {
  const link = `https://plumb.example/reset-password?token=${'a'.repeat(80)}`
  const { headers, body } = await composed({ content: `${'Choose a new password here. '.repeat(5)}\n\n${link}` })
  expect(headers).toContain('Content-Transfer-Encoding: 7bit')
  expect(body).toContain(`\r\n${link}\r\n`)
})

test('a line longer than mail may carry is quoted-printable', async () => {
  const content = 'a'.repeat(999)
  const { headers, body } = await composed({ content })
  expect(headers).toContain('Content-Transfer-Encoding: quoted-printable')
  expect(decodeQuotedPrintable(body).trimEnd()).toBe(content)
})

test('any other text is quoted-printable, never base64, and reads back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', maxLength: 100 }), { maxLength: 5 }), async (lines) => {
      const content = ['Привет', '123456', ...lines.map((line) => line.replace(/[\r\n]/g, ''))].join('\n')
      const { headers, body } = await composed({ content })
      expect(headers).toContain('Content-Transfer-Encoding: quoted-printable')
      expect(body).toContain('\r\n123456\r\n')
      expect(decodeQuotedPrintable(body).replaceAll('\r\n', '\n').trimEnd()).toBe(content.trimEnd())
    }),
    { numRuns: 200 },
  )
})

test('Markdown goes as plain text first and HTML beside it, the same every time', async () => {
  const content = 'Hello **Ann**,\n\n- [our page](https://plumb.example/a?b=1)\n\n<script>alert(1)</script>'
  const { headers, body, text } = await composed({ content, markdown: true, subject: 'News <b>' })
  expect(headers.find((header) => header.startsWith('Content-Type'))).toMatch(/^Content-Type: multipart\/alternative;/)
  const [, plain = '', html = ''] = body.split(/^--.*0190a000-0000-7000-8000-000000000001.*$/m)
  expect(plain).toContain(
    'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\nHello Ann,',
  )
  expect(plain).toContain('\r\n- our page <https://plumb.example/a?b=1>\r\n')
  expect(html).toContain('Content-Type: text/html; charset=utf-8')
  const shown = decodeQuotedPrintable(html)
  expect(shown).toContain('<p>Hello <strong>Ann</strong>,</p>')
  expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(shown).toContain('<title>News &lt;b&gt;</title>')
  expect((await composed({ content, markdown: true, subject: 'News <b>' })).text).toBe(text)
})

test('no content or title of Markdown makes a header, a receiver or a part of its own', async () => {
  const nasty = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...['\r\n', '\n', '\r\n\r\n', 'Bcc: eve@example.com', 'To: ', ',', ';', '<', '>', '"', '--', '.'],
        ),
        fc.constantFrom(...['--_NmP-0-Part_1', 'Content-Type: text/html', '=?utf-8?q?x?=', '\u2028', '\u0085', '\0']),
        fc.string({ unit: 'grapheme', maxLength: 8 }),
      ),
      { maxLength: 12 },
    )
    .map((parts) => `x${parts.join('')}`)
  await fc.assert(
    fc.asyncProperty(nasty, nasty, async (subject, content) => {
      const { headers, body } = await composed({ subject, content, markdown: true })
      const names = headers.map((header) => header.split(':')[0])
      expect(names).toHaveLength(8)
      expect(new Set(names)).toEqual(
        new Set(['Auto-Submitted', 'Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To']),
      )
      expect(headers).toContain('To: ann@example.com')
      expect(body.match(/^----_NmP-0190a000-0000-7000-8000-000000000001-Part_1\r$/gm)).toHaveLength(2)
    }),
    { numRuns: 300 },
  )
})

test('the same message is the same mail, byte for byte', async () => {
  expect((await composed()).text).toBe((await composed()).text)
})

test.each([
  'Hello\r\nBcc: eve@example.com',
  'Hello\nX-Evil: 1',
  'Hello\r\n\r\nbody',
  `${'a'.repeat(500)}\r\nBcc: e@x.y`,
])('a subject stays a subject: %j', async (subject) => {
  const { headers } = await composed({ subject })
  expect(headers).toHaveLength(9)
  expect(headers.filter((header) => /^(bcc|x-evil)/i.test(header))).toEqual([])
})

test.each(['ann@example.com,eve@example.com', 'ann@example.com\r\nBcc: eve@example.com', 'Ann <ann@example.com>', ''])(
  'nothing is written to a receiver that is not one address: %j',
  async (receiver) => {
    await expect(composed({ receiver })).rejects.toThrow('not one mail address')
  },
)

test('the sender is read with and without a name, and refused in words', () => {
  expect(readMailFrom('Plumb <no-reply@plumb.example>')).toEqual(FROM)
  expect(readMailFrom('"Plumb, Inc." <hi@plumb.example>')).toEqual({ name: 'Plumb, Inc.', address: 'hi@plumb.example' })
  expect(readMailFrom('no-reply@localhost')).toEqual({ name: '', address: 'no-reply@localhost' })
  for (const wrong of ['Plumb', 'a@b.c, d@e.f', 'Plumb <a@b.c> <d@e.f>', 'Plumb\r\nBcc: x <a@b.c>', '']) {
    expect(() => readMailFrom(wrong), wrong).toThrow('it may be an address such as Plumb <no-reply@example.com>.')
  }
})

test('ends with the newest checkpoint of the log, the key of which stands before it, in text and in HTML', async () => {
  const key = 'plumb.example/log+1a2b3c4d+ASNvJ3pHkMRL5LhRnWDEGfZrbRQWYzbv4g5fV7S1JX9K'
  const note = `plumb.example/log\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— plumb.example/log ${'A'.repeat(92)}\n`
  const log = { key, note }
  const plain = (await composeMail(FROM, { ...MAIL, log })).toString('latin1').replaceAll('\r\n', '\n')
  expect(plain).toContain('7bit')
  expect(plain.trimEnd().split('\n').at(-1)).toBe(`plumb-checkpoint: ${Buffer.from(note).toString('base64')}`)
  expect(findKept(plain)).toEqual(log)
  expect(plain).toContain('\n123456\n')
  const both = (await composeMail(FROM, { ...MAIL, markdown: true, content: 'Hello **Änn**', log })).toString('latin1')
  expect(findKept(both)).toEqual(log)
  const parts = decodeQuotedPrintable(both).split('text/html')
  expect(parts).toHaveLength(2)
  for (const part of parts) expect(findKept(part.replaceAll(/<[^>]*>/g, '\n'))).toEqual(log)
})
