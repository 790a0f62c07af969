import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlDocument, markdownAsHtml, markdownAsText } from './render-markdown.ts'
import { MAIL_ELEMENTS } from './rules.ts'

const names = MAIL_ELEMENTS.join('|')
/** All that may stand between < and >: a mail's elements, a link's address, a list's start. */
const TAG = new RegExp(
  `^(?:/?(?:${names})(?: /)?|a href="(?:https?://|mailto:)[^"<>\\s]*"(?: title="[^"<>]*")?|ol start="\\d+")$`,
  'i',
)
const tagsOf = (html: string) => [...html.matchAll(/<([^>]*)(>|$)/g)].map(([, tag = '']) => tag)

/** Text that tries: markup, half of it, schemes, entities, and all of them run together. */
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '<script>alert(1)</script>',
          '<img src=x onerror=alert(1)>',
          '<svg/onload=1>',
          '</body>',
          '<!--',
          '<![CDATA[',
        ],
        ...[
          '<a href="javascript:alert(1)">',
          '<style>',
          '<iframe src=//evil.example>',
          '<?php',
          '<b',
          '>',
          '"',
          "'",
          '&',
        ],
        ...[
          '&lt;',
          '&#60;',
          '&#x3c;',
          '&quot;',
          '\\<',
          '`',
          '```',
          '~~~',
          '\n\n',
          '\n',
          '    ',
          '\t',
          '* ',
          '1. ',
          '7) ',
        ],
        ...[
          '[x](javascript:alert(1))',
          '[x](JaVaScRiPt:1)',
          '[x](data:text/html,<b>)',
          '[x](vbscript:1)',
          '[x](//evil)',
        ],
        ...['![p](https://evil.example/p.png)', '[x](https://ok.example "a\\" onclick=1")', '<https://a.example/"x>'],
        ...[
          '[x]: https://a.example',
          '[x][x]',
          'https://a.example/<b>',
          '<mailto:a@b.example>',
          '# ',
          '> ',
          '---',
          '|a|b|',
        ],
        ...[
          '```"><script>',
          '[a](<https://a.example/ b>)',
          '[a](https://a.example/%22%3e)',
          'javascript:alert(1)',
          '\0',
        ],
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))

test('nothing that can be typed becomes an element, an attribute or a link that a mail may not have', () => {
  fc.assert(
    fc.property(nasty, (content) => {
      for (const tag of tagsOf(markdownAsHtml(content))) expect(tag).toMatch(TAG)
    }),
    { numRuns: 4000 },
  )
})

test('no title breaks out of the head of the document', () => {
  fc.assert(
    fc.property(nasty, (title) => {
      const html = htmlDocument(title, 'Hello')
      expect(html.match(/<title>/g)).toHaveLength(1)
      expect(tagsOf(/<title>([\s\S]*)<\/title>/.exec(html)?.[1] ?? '<gone>')).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

test('nothing is fetched: pictures are their description, and links are to the web or a mail address', () => {
  const html = markdownAsHtml('![our logo](https://evil.example/p.png) [a](https://a.example) [b](mailto:b@c.example)')
  expect(html).toBe('<p>our logo <a href="https://a.example">a</a> <a href="mailto:b@c.example">b</a></p>\n')
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/x',
    'x',
    'ftp://a.example',
    'http:x',
  ])
    expect(markdownAsHtml(`[words](${address})`)).not.toContain('<a')
})

test('the plain text reads well: lists keep their marks, a link has its address behind it', () => {
  const content = [
    ...['# News', '', 'Dear *all*,', 'we **moved**: see [here](https://a.example/x?a=1&b=2) or https://b.example', ''],
    ...[
      '- one',
      '- two',
      '  - deep',
      '',
      '3. three',
      '4. four',
      '',
      '> said',
      '> so',
      '',
      '```js',
      'a < b',
      '```',
      '',
      '---',
    ],
    ...['', '![logo](https://c.example/p.png) <b>raw</b>'],
  ].join('\n')
  expect(markdownAsText(content)).toBe(
    [
      ...['News', '', 'Dear all,', 'we moved: see here <https://a.example/x?a=1&b=2> or https://b.example', ''],
      ...['- one', '- two', '  - deep', '', '3. three', '4. four', '', '> said', '> so', '', '    a < b', ''],
      ...['--------------------', '', 'logo <b>raw</b>', ''],
    ].join('\n'),
  )
})

test('plain text without marks stays as it is', () => {
  expect(markdownAsText('Hello Ann,\nwelcome.\n\nBye')).toBe('Hello Ann,\nwelcome.\n\nBye\n')
  expect(markdownAsText('')).toBe('')
})
