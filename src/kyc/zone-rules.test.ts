import { expect, test } from 'vitest'
import { foldName } from '#screening/names/fold-name.ts'
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
  [
    'Ɓala Ɗanladi',
    'Kɔfi Mɛnsa',
    'Əli Məmmədov',
    'Ștefan Țîrlea',
    'Jón Þór Æðelbjörn',
    'Trần Thị Hồng Ơn',
    'Keʻala ʻŌpio',
  ],
])('a legal name is in the letters of one alphabet, whichever: %s, %s', (...names) => {
  expect(names.map(checkLegalName)).toEqual(names.map(() => null))
})

test.each([
  ['Greek within Latin', 'Κ\u03b1rim Zorbeki'],
  ['Cyrillic within Latin', 'K\u0430rim Zorbeki'],
  ['a name of each', 'Юрий Zorbekin'],
  ['Latin within Japanese', '山田 Taro'],
])('a legal name is refused that has letters of two alphabets: %s', (_, name) => {
  expect(checkLegalName(name)).toContain('another alphabet')
})

test.each([
  ['Cherokee within Latin', 'K\u13aarim Zorbeki', '\u13aa'],
  ['Coptic', '\u2c8d\u2c9f\u2ca3\u2c83\u2c89\u2c95', '\u2c8d'],
  // a sign of mathematics, which is a Greek letter
  ['µ within Latin', 'Kari\u00b5 Zorbeki', '\u00b5'],
  ['Lisu, whose letters are Latin capitals to the eye', 'ꓗꓮꓣꓲꓟ ꓜꓳꓣꓐꓰꓗꓲ', 'ꓗ'],
  ['phonetic letters', 'Kɑrim Zᴏrbeki', 'ɑ'],
  ['small capitals', 'ᴋarim ᴢorbeki', 'ᴋ'],
  ['wide letters', 'Ｋarim Zorbeki', 'Ｋ'],
])('a legal name is refused that has letters which stand in no document: %s', (_, name, odd) => {
  expect(checkLegalName(name)).toBe(
    `Write your name as your document does, in an alphabet such as Latin, Cyrillic or Arabic: “${odd}” is in none.`,
  )
})

test('a legal name has a letter, not only marks', () => {
  expect(checkLegalName('\u0301\u0301')).toContain('in letters')
  expect(checkLegalName('ʼʼ')).toContain('in letters')
})

test('each Latin letter that a legal name may have is compared as one of the 26', () => {
  const letters = Array.from({ length: 0x10000 }, (_, code) => String.fromCodePoint(code)).filter((one) =>
    /\p{sc=Latin}/u.test(one),
  )
  const taken = letters.filter((letter) => checkLegalName(letter + letter) === null)
  expect(taken.length).toBeGreaterThan(500)
  expect(taken.filter((letter) => !/^[a-z]+$/.test(foldName(letter + letter).join('')))).toEqual([])
})
