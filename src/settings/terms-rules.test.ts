import { describe, expect, test } from 'vitest'
import { changedLines, changedWords, DEFAULT_TERMS, LONGEST_TERMS, termsParts, readTerms } from './terms-rules.ts'

describe('terms as an owner types them', () => {
  test('are kept in one form: composed, with one kind of line end and at most one empty line', () => {
    expect(readTerms(' # Risk \r\n\r\n\r\n\r\nYour\tcapital is at risk.  \rAll of it, Mu\u0308ller.\n')).toEqual({
      text: '# Risk\n\nYour capital is at risk.\nAll of it, Müller.',
    })
    expect(readTerms(DEFAULT_TERMS)).toEqual({ text: DEFAULT_TERMS })
  })

  test.each([
    ['nothing', ' \n ', 'Write the terms.'],
    ['too much', 'x'.repeat(LONGEST_TERMS + 1), 'Use at most 30,000 characters.'],
    ['too many lines', 'x\n'.repeat(601), 'Use at most 600 lines.'],
    [
      'what turns the direction',
      'fine\nabc\u202Edef',
      'Line 2 has a character that cannot be seen. Type that line again.',
    ],
    ['what cannot be seen', 'pay\u200Bment', 'Line 1 has a character that cannot be seen. Type that line again.'],
    ['a control character', 'a\u0007b', 'Line 1 has a character that cannot be seen. Type that line again.'],
  ])('are refused with words for %s', (_what, typed, problem) => {
    expect(readTerms(typed)).toEqual({ problem })
  })

  test('have headings, paragraphs and lists, and everything else stays the text that it is', () => {
    const typed = [
      '# Risk',
      'Your capital is at risk.',
      'All of it.',
      '',
      'Another paragraph with <b>signs</b> & [a link](javascript:alert(1)).',
      '## What we do',
      '- check',
      '* pay',
      '1. first',
      '7) second',
      '',
      '#no heading',
      '-5 is a number',
    ].join('\n')
    expect(termsParts(typed)).toEqual([
      { tag: 'h2', lines: ['Risk'] },
      { tag: 'p', lines: ['Your capital is at risk. All of it.'] },
      { tag: 'p', lines: ['Another paragraph with <b>signs</b> & [a link](javascript:alert(1)).'] },
      { tag: 'h3', lines: ['What we do'] },
      { tag: 'ul', lines: ['check', 'pay'] },
      { tag: 'ol', lines: ['first', 'second'] },
      { tag: 'p', lines: ['#no heading -5 is a number'] },
    ])
    expect(termsParts(DEFAULT_TERMS)).toEqual([{ tag: 'ol', lines: expect.any(Array) }])
  })
})

describe('two texts compared', () => {
  test('differ in the lines that are new, gone or another, in their order', () => {
    const before = 'one\ntwo\nthree\n\nfour\nfive'
    const after = 'zero\none\ntwo changed\n\nfour\nsix\nfive'
    expect(changedLines(before, after)).toEqual([
      { before: null, after: 'zero' },
      { before: 'two', after: 'two changed' },
      { before: 'three', after: null },
      { before: null, after: 'six' },
    ])
    expect(changedLines(before, before)).toEqual([])
    expect(changedLines(before, `\n${before.replaceAll('\n', '\n\n')}`)).toEqual([])
  })

  test('differ as whole lines where little of a line is left', () => {
    expect(changedWords({ before: 'Your capital is at risk.', after: '# Your data' })).toEqual([
      { kind: 'gone', text: 'Your capital is at risk. ' },
      { kind: 'new', text: '# Your data' },
    ])
  })

  test('differ within a line word by word', () => {
    const pieces = changedWords({ before: 'We pay within two days.', after: 'We pay you within five days.' })
    expect(pieces.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      ...['same: We ', 'same: pay ', 'new: you ', 'same: within ', 'gone: two ', 'new: five ', 'same: days.'],
    ])
  })
})
