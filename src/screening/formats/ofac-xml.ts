import { readBirth } from './birth-date.ts'
import { listedPerson, type ParsedList } from './listed-person.ts'
import { readPersons } from './read-persons.ts'
import { type Element, readXml, textOf, within } from './xml-records.ts'

/** Reads the SDN list of OFAC in its XML form (`sdn.xml`). */
export async function readOfacXml(text: string): Promise<ParsedList> {
  const found = readPersons()
  let publishedOn: string | null = null
  await readXml(text, new Set(['publshInformation', 'sdnEntry']), (record) => {
    if (record.name !== 'sdnEntry') publishedOn = americanDay(textOf(record, 'Publish_Date'))
    else if (textOf(record, 'sdnType').toLowerCase() !== 'individual') found.leaveOut()
    else found.add(personOf(record))
  })
  return { list: 'ofac', format: 'xml', publishedOn, ...found.all() }
}

function personOf(entry: Element) {
  return listedPerson({
    uid: textOf(entry, 'uid'),
    names: [
      { name: nameOf(entry), strong: true },
      ...within(entry, 'aka').map((aka) => ({ name: nameOf(aka), strong: textOf(aka, 'category') !== 'weak' })),
    ],
    births: within(entry, 'dateOfBirth').map((birth) => readBirth(birth.text)),
    countries: ['nationality', 'citizenship'].flatMap((of) => within(entry, of).map((one) => textOf(one, 'country'))),
    about: [...within(entry, 'program').map((program) => program.text), textOf(entry, 'remarks')],
  })
}

function nameOf(element: Element): string {
  return `${textOf(element, 'firstName')} ${textOf(element, 'lastName')}`
}

/** `11/20/2026`: the month first. */
function americanDay(text: string): string | null {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? []
  return year === undefined ? null : `${year}-${month}-${day}`
}
