import { readBirth } from './birth-date.ts'
import { listedPerson, type ParsedList } from './listed-person.ts'
import { readPersons } from './read-persons.ts'
import { type Element, readXml, textOf, within } from './xml-records.ts'

/** Reads the consolidated list of the European Union in its XML form: all that it says stands in attributes. */
export async function readEuXml(text: string): Promise<ParsedList> {
  const found = readPersons()
  let publishedOn: string | null = null
  await readXml(text, new Set(['sanctionEntity']), (entity, root) => {
    publishedOn = /^\d{4}-\d\d-\d\d/.exec(root.attributes['generationDate'] ?? '')?.[0] ?? null
    const [type] = within(entity, 'subjectType')
    if (type?.attributes['classificationCode'] !== 'P' && type?.attributes['code'] !== 'person') found.leaveOut()
    else found.add(personOf(entity))
  })
  return { list: 'eu', format: 'xml', publishedOn, ...found.all() }
}

function personOf(entity: Element) {
  const of = ({ attributes }: Element, ...names: string[]) => names.map((name) => attributes[name] ?? '')
  return listedPerson({
    uid: entity.attributes['logicalId'] ?? '',
    names: within(entity, 'nameAlias').map((alias) => {
      const [whole = '', ...parts] = of(alias, 'wholeName', 'firstName', 'middleName', 'lastName')
      return { name: whole.trim() === '' ? parts.join(' ') : whole, strong: alias.attributes['strong'] !== 'false' }
    }),
    births: within(entity, 'birthdate').map((birth) => {
      const [date = '', year = ''] = of(birth, 'birthdate', 'year')
      return readBirth(date === '' ? year : date)
    }),
    countries: within(entity, 'citizenship').map((one) => one.attributes['countryIso2Code'] ?? ''),
    about: [
      ...of(entity, 'euReferenceNumber'),
      ...within(entity, 'regulation').map((regulation) => regulation.attributes['programme'] ?? ''),
      textOf(entity, 'remark'),
    ],
  })
}
