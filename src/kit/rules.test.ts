import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readName } from './rules.ts'

test.each([
  ['Bitcoin (main)', 'Bitcoin (main)'],
  ['  USDT   TRC-20 №2 ', undefined],
  ['  USDT   TRC-20 #2 ', 'USDT TRC-20 #2'],
  ['Cafe\u0301 – Ätna & Söhne', 'Café – Ätna & Söhne'],
  ['Надёжный 30', 'Надёжный 30'],
  ['Σταθερό', 'Σταθερό'],
  ['ビットコイン BTC', 'ビットコイン BTC'],
  ['비트코인 BTC', '비트코인 BTC'],
  ['比特币 (BTC)', '比特币 (BTC)'],
  ['بيتكوين', 'بيتكوين'],
  ['Gold 🥇', 'Gold 🥇'],
])('%j is kept as %j', (typed, kept) => {
  expect(readName(typed)).toEqual(kept === undefined ? { problem: expect.any(String) } : { text: kept })
})

test.each([
  ['a Hangul filler', 'Bitcoin\u3164'],
  ['another', 'Bit\uFFA0coin'],
  ['a Braille blank', 'Bitcoin\u2800main'],
  ['a zero-width space', 'Bitcoin\u200B'],
  ['a soft hyphen', 'Bit\u00ADcoin'],
  ['a no-break space', 'Bitcoin\u00A0main'],
  ['an ideographic space', 'Bitcoin\u3000main'],
  ['a turned direction', '\u202Enioctib'],
  ['a variation selector', 'Bitcoin\uFE0F'],
  ['a combining grapheme joiner', 'Bit\u034Fcoin'],
  ['something of private use', 'Bitcoin\uE000'],
])('what cannot be seen is refused: %s', (_, name) => {
  expect(readName(name)).toEqual({ problem: expect.stringContaining('invisible') })
})

test.each([
  ['one Cyrillic letter in Latin ones', 'Bitc\u043Ein', 'one script'],
  ['one Greek letter in Latin ones', 'Bitc\u03BFin', 'one script'],
  ['one Latin letter in Cyrillic ones', 'Надeжный', 'one script'],
  ['an Armenian letter', 'Bitco\u056Bn', 'one script'],
  ['a Cherokee letter', '\u13A0BC', 'one script'],
  ['Cyrillic letters that all look Latin', '\u0412\u0422\u0421 1', 'Latin letters'],
  ['Greek letters that all look Latin', '\u0392\u03A4\u03A7', 'Latin letters'],
  ['wide letters', 'Ｂitcoin', '“Ｂ”'],
  ['mathematical letters', '𝐁itcoin', '“𝐁”'],
  ['a ligature', 'Con\uFB01dent', '“\uFB01”'],
])('what only looks like something else is refused: %s', (_, name, said) => {
  expect(readName(name)).toEqual({ problem: expect.stringContaining(said) })
})

test('a name stays as it is once it is there, however it came about', () => {
  for (const present of ['Bitcoin  main', 'Bitcoin\u3164', 'Bitc\u043Ein', ' Bitcoin\u00A0']) {
    expect(readName(present, present)).toEqual({ text: present })
    expect(readName(present.trim(), present)).toEqual({ text: present })
    expect(readName(present)).not.toEqual({ text: present })
  }
  expect(readName('Bitcoin main', 'Bitcoin  main')).toEqual({ text: 'Bitcoin main' })
})

test('whatever is typed, what is kept reads back as itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (typed) => {
      const read = readName(typed)
      if ('text' in read) expect(readName(read.text)).toEqual(read)
    }),
    { numRuns: 2000 },
  )
})
