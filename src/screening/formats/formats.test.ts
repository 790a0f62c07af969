import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { exposedCsv, ofacXml } from '../../../test/support/screening-lists.ts'
import { refusalOf } from '../../../test/support/traces.ts'
import { readBirth } from './birth-date.ts'
import { readList } from './read-list.ts'

const read = (...files: (string | Uint8Array)[]) => readList(files.map((file) => Buffer.from(file)))
const refused = async (...files: (string | Uint8Array)[]) => {
  const { code, errors, message } = await refusalOf(read(...files))
  expect([code, Object.keys(errors ?? {})]).toEqual(['bad input', ['file']])
  return message
}
const namesIn = async (...files: (string | Uint8Array)[]) =>
  (await read(...files)).persons.map(({ names }) => names.map(({ name, strong }) => (strong ? name : `${name} (weak)`)))

const SDN = [
  '9001,"ZORBEKI, Karim",individual,"TESTING",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 12 Jan 1961; alt. DOB 1962; nationality Fiji; POB Nowhere."',
  '9002,"ZORBA SHIPPING, ""LTD""",-0- ,"TESTING",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  '9003,"KESSEL, Ivar",individual,"TESTING",Director,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  '\u001A',
].join('\r\n')
const ALT = ['9001,1,"aka","ZORBEK, K.",-0- ', '9001,2,"aka","EL ZORBO",weak', '9002,3,"fka","ZORBA LINES",-0- '].join(
  '\r\n',
)

const EU_XML = `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="https://example.com/fsd" generationDate="2026-11-19T08:00:00.000+01:00">
  <sanctionEntity logicalId="71" euReferenceNumber="EU.1.1">
    <remark>An invented person &amp; nobody else</remark>
    <regulation programme="TST"/>
    <subjectType code="person" classificationCode="P"/>
    <nameAlias firstName="Karim" middleName="" lastName="Zorbeki" wholeName="Karim Zorbeki" strong="true"/>
    <nameAlias firstName="Karim" lastName="Zorbo" wholeName="" strong="false"/>
    <citizenship countryIso2Code="FJ"/>
    <birthdate birthdate="1961-01-12" year="1961"/>
    <birthdate year="1964" circa="true"/>
  </sanctionEntity>
  <sanctionEntity logicalId="72"><subjectType code="enterprise" classificationCode="E"/><nameAlias wholeName="Zorba Lines"/></sanctionEntity>
</export>`
const EU_CSV = [
  '\uFEFFfileGenerationDate;Entity_LogicalId;Entity_SubjectType;Entity_Remark;NameAlias_WholeName;BirthDate_BirthDate;BirthDate_Year;Citizenship_CountryIso2Code',
  '19/11/2026;71;P;"An invented; person";Karim Zorbeki;;;',
  '19/11/2026;71;P;;Karim Zorbo;;;',
  '19/11/2026;71;P;;;1961-01-12;;',
  '19/11/2026;71;P;;;;1964;FJ',
  '19/11/2026;72;E;;Zorba Lines;;;',
].join('\n')
const UN_XML = `<?xml version="1.0"?>
<CONSOLIDATED_LIST dateGenerated="2026-11-18T00:00:00">
  <INDIVIDUALS><INDIVIDUAL>
    <DATAID>81</DATAID><FIRST_NAME>Karim</FIRST_NAME><SECOND_NAME>Ivar</SECOND_NAME><THIRD_NAME>Zorbeki</THIRD_NAME>
    <UN_LIST_TYPE>Testing</UN_LIST_TYPE><REFERENCE_NUMBER>TSi.001</REFERENCE_NUMBER>
    <NATIONALITY><VALUE>Fiji</VALUE></NATIONALITY>
    <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Zorbo Karim; Zorbek Karim</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Zorbinho</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1961-01-12</DATE></INDIVIDUAL_DATE_OF_BIRTH>
    <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1960</FROM_YEAR><TO_YEAR>1964</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
    <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1963</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
  </INDIVIDUAL></INDIVIDUALS>
  <ENTITIES><ENTITY><DATAID>82</DATAID><FIRST_NAME>Zorba Lines</FIRST_NAME></ENTITY></ENTITIES>
</CONSOLIDATED_LIST>`

describe('a list is read', () => {
  test('of OFAC, from its XML', async () => {
    const zorbeki = {
      uid: '9001',
      first: 'Karim',
      last: 'Zorbeki',
      born: '12 Jan 1961',
      country: 'Fiji',
      aliases: ['Zorbo'],
    }
    const parsed = await read(ofacXml([zorbeki, { uid: '9002', first: '', last: 'Zorba Lines', company: true }]))
    expect(parsed).toMatchObject({ list: 'ofac', format: 'xml', publishedOn: '2026-11-20', leftOut: 1 })
    expect(parsed.persons).toEqual([
      {
        uid: '9001',
        names: [
          { name: 'Karim Zorbeki', strong: true },
          { name: 'Zorbo', strong: true },
        ],
        ...{ births: ['1961-01-12'], countries: ['FJ'], about: 'TESTING' },
      },
    ])
  })

  test('of OFAC, from its two CSV files in any order', async () => {
    for (const files of [
      [SDN, ALT],
      [ALT, SDN],
    ]) {
      const parsed = await read(...files)
      expect(parsed).toMatchObject({ list: 'ofac', format: 'csv', publishedOn: null, leftOut: 1 })
      expect(parsed.persons).toMatchObject([
        { uid: '9001', births: ['1961-01-12', '1962'], countries: ['FJ'] },
        { uid: '9003', births: [], countries: [], about: 'TESTING; Director' },
      ])
    }
    expect(await namesIn(SDN, ALT)).toEqual([['Karim ZORBEKI', 'K. ZORBEK', 'EL ZORBO (weak)'], ['Ivar KESSEL']])
  })

  test('of the EU, from XML and from CSV', async () => {
    const xml = await read(EU_XML)
    expect(xml).toMatchObject({ list: 'eu', format: 'xml', publishedOn: '2026-11-19', leftOut: 1 })
    expect(xml.persons).toMatchObject([{ uid: '71', births: ['1961-01-12', '1964'], countries: ['FJ'] }])
    expect(xml.persons[0]?.about).toBe('EU.1.1; TST; An invented person & nobody else')
    expect(await namesIn(EU_XML)).toEqual([['Karim Zorbeki', 'Karim Zorbo (weak)']])
    const csv = await read(EU_CSV)
    expect(csv).toMatchObject({ list: 'eu', format: 'csv', publishedOn: '2026-11-19', leftOut: 1 })
    expect(csv.persons).toMatchObject([
      { uid: '71', births: ['1961-01-12', '1964'], countries: ['FJ'], about: 'An invented; person' },
    ])
    expect(await namesIn(EU_CSV)).toEqual([['Karim Zorbeki', 'Karim Zorbo']])
  })

  test('of the UN, from XML', async () => {
    const parsed = await read(UN_XML)
    expect(parsed).toMatchObject({ list: 'un', format: 'xml', publishedOn: '2026-11-18', leftOut: 1 })
    expect(parsed.persons).toMatchObject([
      { uid: '81', births: ['1961-01-12', '1960/1964', '1963'], countries: ['FJ'], about: 'TSi.001; Testing' },
    ])
    expect(await namesIn(UN_XML)).toEqual([['Karim Ivar Zorbeki', 'Zorbo Karim', 'Zorbek Karim', 'Zorbinho (weak)']])
  })

  test('of exposed persons, from a CSV file by commas or semicolons, of which some columns may be left out', async () => {
    const parsed = await read(
      exposedCsv([['Ivar Kessel', '1961-02-03', 'Fiji', 'Minister of "Tests"'], ['Zimba Zorba']]),
    )
    expect(parsed).toMatchObject({ list: 'exposed', format: 'csv' })
    expect(parsed.persons).toMatchObject([
      { names: [{ name: 'Ivar Kessel' }], births: ['1961-02-03'], countries: ['FJ'], about: 'Minister of "Tests"' },
      { names: [{ name: 'Zimba Zorba' }], births: [] },
    ])
    expect(await namesIn('Name;Country\nIvar Kessel;FJ\n')).toEqual([['Ivar Kessel']])
    // the same person in another edition
    const again = await read(exposedCsv([['KESSEL Ivar'], ['ivar kessel', '3 Feb 1961']]))
    expect(again.persons.map(({ uid }) => uid)).toContain(parsed.persons[0]?.uid)
  })

  test('with names as they stand, markup and control characters and all, on one line', async () => {
    expect(await namesIn(exposedCsv([['<img src=x onerror=alert(1)> Zorba\u0007\n \u202EZimba']]))).toEqual([
      ['<img src=x onerror=alert(1)> Zorba Zimba'],
    ])
    expect(await namesIn(ofacXml([{ uid: '1', first: '<b>Ivar</b>', last: '&lt; Zorba' }]))).toEqual([
      ['<b>Ivar</b> &lt; Zorba'],
    ])
  })
})

describe('a file is refused, in words', () => {
  const bomb = (body: string) =>
    `<?xml version="1.0"?>\n<!DOCTYPE sdnList [${body}]>\n<sdnList><sdnEntry><uid>&a;</uid></sdnEntry></sdnList>`
  test.each([
    ['that is empty', [''], /none of the lists/],
    ['that is a picture', [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe])], /UTF-8/],
    ['in UTF-16', [Buffer.from(`\uFEFF${UN_XML}`, 'utf16le')], /UTF-8/],
    ['in Latin-1', [Buffer.from('name\nJosé Zorba', 'latin1')], /UTF-8/],
    ['that says it is in another encoding', [UN_XML.replace('"1.0"', '"1.0" encoding="ISO-8859-1"')], /ISO-8859-1/],
    ['with an entity that holds others', [bomb('<!ENTITY b "zz"><!ENTITY a "&b;&b;&b;&b;">')], /DOCTYPE/],
    ['with an entity from elsewhere', [bomb('<!ENTITY a SYSTEM "file:///etc/passwd">')], /DOCTYPE/],
    ['with an entity that nobody has defined', ['<sdnList><sdnEntry><uid>&a;</uid></sdnEntry></sdnList>'], /XML/],
    ['that breaks off', [UN_XML.slice(0, -60)], /XML/],
    ['of another kind of XML', ['<feed><entry/></feed>'], /none of the lists/],
    ['of nobody', ['<sdnList></sdnList>'], /names no people/],
    ['that is half of OFAC’s CSV form', [SDN], /sdn\.csv and alt\.csv/],
    ['that is the other half', [ALT], /sdn\.csv and alt\.csv/],
    ['of two lists', [UN_XML, EU_XML], /one list at a time/],
    [
      'of OFAC with a field too few',
      [SDN.replace('individual,"TESTING",-0- ,', 'individual,"TESTING",'), ALT],
      /Line 1 of sdn\.csv/,
    ],
    ['of the EU without numbers', [EU_CSV.replace('Entity_LogicalId', 'Entity_LogicalIdd')], /Entity_LogicalId/],
    ['of exposed persons with a column that is none', ['name,phone\nIvar Kessel,1'], /“phone”/],
    [
      'of exposed persons with a birth date that is none',
      ['name,birth_date\nIvar Kessel,soon'],
      /Line 2: the birth date/,
    ],
    ['of exposed persons with a line without a name', ['name,country\n,FJ'], /Line 2 has no name/],
    ['with a quote that is not closed', ['name\n"Ivar'], /Line 2 cannot be read: a quote/],
    ['with something behind a quote', ['name\n"Ivar" Kessel'], /Line 2 cannot be read: something/],
  ] as [string, (string | Uint8Array)[], RegExp][])('%s', async (_what, files, words) => {
    expect(await refused(...files)).toMatch(words)
  })

  test.each([
    ['a line of ten million columns', () => `name\n${','.repeat(10_000_000)}`],
    ['a header of ten million columns', () => `name${',name'.repeat(10_000_000)}`],
    ['a field of ten million letters', () => `name\n${'z'.repeat(10_000_000)}`],
    [
      'an element of a million attributes',
      () => `<sdnList><sdnEntry ${Array.from({ length: 1_000_000 }, (_, n) => `a${n}="" `).join('')}/></sdnList>`,
    ],
    ['elements in one another a million deep', () => `<sdnList>${'<a>'.repeat(1_000_000)}`],
    ['a record of a million elements', () => `<sdnList><sdnEntry>${'<a/>'.repeat(1_000_000)}</sdnEntry></sdnList>`],
    [
      'a record of ten million letters',
      () => `<sdnList><sdnEntry><uid>${'z'.repeat(10_000_000)}</uid></sdnEntry></sdnList>`,
    ],
  ])('with %s, soon and without holding all of it', async (_what, text) => {
    expect(await refused(text())).toMatch(/too large|too long|more than|none of the lists/)
  })
})

test('birth dates are read as lists write them', () => {
  const written = [
    '12 Jan 1960',
    'January 1960',
    '1960',
    'circa 1960',
    'c. 1960',
    '1960 to 1964',
    '1960-01-12',
    '12/01/1960',
    '1960-00-00',
    'unknown',
    '31 Foo 1960',
    '0000',
  ]
  expect(written.map(readBirth)).toEqual([
    '1960-01-12',
    '1960-01',
    '1960',
    '1960',
    '1960',
    '1960/1964',
    '1960-01-12',
    '1960-01-12',
    '1960',
    undefined,
    '1960',
    undefined,
  ])
})
