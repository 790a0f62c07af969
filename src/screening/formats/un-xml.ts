import { readBirth } from './birth-date.ts'
import { listedPerson, type ParsedList } from './listed-person.ts'
import { readPersons } from './read-persons.ts'
import { type Element, readXml, textOf, within } from './xml-records.ts'

const NAME_PARTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']

/** Reads the consolidated list of the Security Council of the United Nations in its XML form. */
export async function readUnXml(text: string): Promise<ParsedList> {
  const found = readPersons()
  let publishedOn: string | null = null
  await readXml(text, new Set(['INDIVIDUAL', 'ENTITY']), (record, root) => {
    publishedOn = /^\d{4}-\d\d-\d\d/.exec(root.attributes['dateGenerated'] ?? '')?.[0] ?? null
    if (record.name === 'ENTITY') found.leaveOut()
    else found.add(personOf(record))
  })
  return { list: 'un', format: 'xml', publishedOn, ...found.all() }
}

function personOf(individual: Element) {
  const aliases = within(individual, 'INDIVIDUAL_ALIAS').flatMap((alias) =>
    // one field may hold several, parted by semicolons
    textOf(alias, 'ALIAS_NAME')
      .split(';')
      .map((name) => ({ name, strong: textOf(alias, 'QUALITY').toLowerCase() !== 'low' })),
  )
  const names = NAME_PARTS.map((part) => textOf(individual, part)).join(' ')
  return listedPerson({
    uid: textOf(individual, 'DATAID'),
    names: [
      { name: names, strong: true },
      { name: textOf(individual, 'NAME_ORIGINAL_SCRIPT'), strong: true },
      ...aliases,
    ],
    births: within(individual, 'INDIVIDUAL_DATE_OF_BIRTH').map(birthOf),
    countries: within(individual, 'NATIONALITY').flatMap((of) => within(of, 'VALUE').map((value) => value.text)),
    about: [
      textOf(individual, 'REFERENCE_NUMBER'),
      textOf(individual, 'UN_LIST_TYPE'),
      textOf(individual, 'COMMENTS1'),
    ],
  })
}

function birthOf(birth: Element): string | undefined {
  const [from, to] = [textOf(birth, 'FROM_YEAR'), textOf(birth, 'TO_YEAR')]
  const years = from !== '' && to !== '' ? `${from} to ${to}` : textOf(birth, 'YEAR')
  return readBirth(textOf(birth, 'DATE')) ?? readBirth(years)
}
