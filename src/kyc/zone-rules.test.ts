import { expect, test } from 'vitest'
import { checkBirthDate, checkExpiry, checkLegalName, isDay } from './rules.ts'
import { birthDatesAgree, namesAgree } from './zone-rules.ts'

test.each([
  ['Anna Maria Müller', 'MUELLER ANNA MARIA'],
  ['anna muller', 'MULLER ANNA'],
  ['Jürgen Groß', 'GROSS JUERGEN'],
  ['Sean O’Neill', 'ONEILL SEAN'],
  ['Jean-Luc Picard', 'PICARD JEAN LUC'],
  ['Ana Núñez', 'NUNXXEZ ANA'],
  ['Łukasz Żak', 'ZAK LUKASZ'],
  // a card has no room for all of it
  ['Adolph Blaine Wolfeschlegelsteinhausen', 'WOLFESCHLEGELSTEINHAUSEN ADO'],
])('%s is the name of a document with %s', (typed, zone) => {
  expect(namesAgree(typed, zone)).toBe(true)
})

test.each([
  ['Anna Other', 'EXAMPLE ANNA'],
  ['Anna', 'EXAMPLE ANNA'],
  ['Anna Maria Example', 'EXAMPLE ANNA'],
  ['Ann Example', 'EXAMPLE ANNA'],
  ['', 'EXAMPLE ANNA'],
])('%j is not the name of a document with %s', (typed, zone) => {
  expect(namesAgree(typed, zone)).toBe(false)
})

test('a birth date agrees in what the document knows of it', () => {
  expect(['901231', '9012<<', '90<<<<'].map((zone) => birthDatesAgree('1990-12-31', zone))).toEqual([true, true, true])
  expect(['901230', '9011<<', '91<<<<'].map((zone) => birthDatesAgree('1990-12-31', zone))).toEqual([
    ...[false, false, false],
  ])
})

test('who is born on 29 February is of age on 1 March, and a document is good to the end of its day', () => {
  expect(checkBirthDate('2008-02-29', '2026-02-28')).toBe('You have to be 18 or older.')
  expect(checkBirthDate('2008-02-29', '2026-03-01')).toBeNull()
  expect([checkExpiry('2026-03-01', '2026-03-01'), checkExpiry('2026-02-28', '2026-03-01')]).toEqual([
    null,
    'This document has expired. Use one that is still valid.',
  ])
  expect(['2024-02-29', '2026-02-29', '2026-13-01', '0000-00-00', '2026-1-1', ''].map(isDay)).toEqual([
    ...[true, false, false, false, false, false],
  ])
})

test.each([
  ['Anna-Maria O’Neill de la Cruz, Jr.', 'Łukasz Żdziebłowski', 'A\u0301gnes Nguyễn'],
  ['Юрий Зорбекин', 'Νίκος Ζορμπάς', 'Σ. Ζορμπάς'],
  ['山田 太郎', '山田 たろう', 'ヤマダー タロウ', '佐々木 エリ'],
  ['محمد زربكي', 'דוד זורבק', 'राम ज़ोर्बेकी', '김 조르벡', 'สมชาย ซอร์เบก', 'ზურა ზორბეკი'],
  // letters of no writing of the list
  ['ⲍⲟⲣⲃⲉⲕ'],
])('a legal name is in the letters of one alphabet, whichever: %s, %s', (...names) => {
  expect(names.map(checkLegalName)).toEqual(names.map(() => null))
})

test.each([
  ['Greek within Latin', 'Κ\u03b1rim Zorbeki'],
  ['Cyrillic within Latin', 'K\u0430rim Zorbeki'],
  ['a name of each', 'Юрий Zorbekin'],
  ['Latin within Japanese', '山田 Taro'],
  ['Cherokee within Latin', 'K\u13aarim Zorbeki'],
  ['Coptic within Latin', 'Kari\u2c99 Zorbeki'],
  // a sign of mathematics, which is a Greek letter
  ['µ within Latin', 'Kari\u00b5 Zorbeki'],
])('a legal name is refused that has letters of two alphabets: %s', (_, name) => {
  expect(checkLegalName(name)).toContain('another alphabet')
})
