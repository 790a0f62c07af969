import { refuseField } from '#kit/refusal.ts'
import { readBirth } from './birth-date.ts'
import { readLines } from './csv-records.ts'
import { listedPerson, type ParsedList } from './listed-person.ts'
import { readPersons } from './read-persons.ts'

/** What the lines of an entry say, one after the other. */
type Gathered = {
  uid: string
  names: { name: string; strong: boolean }[]
  births: (string | undefined)[]
  countries: string[]
  about: string[]
}

/**
 * Reads the consolidated list of the European Union in its CSV form: semicolons, a header, and several lines for each
 * entry, one for each name, birth date and citizenship.
 */
export async function readEuCsv(text: string): Promise<ParsedList> {
  const found = readPersons()
  const entities = new Map<string, Gathered>()
  const left = new Set<string>()
  let publishedOn: string | null = null
  let header: ReadonlyMap<string, number> | undefined
  await readLines(text, ';', (fields, line) => {
    if (header === undefined) {
      header = new Map(fields.map((name, at) => [name.trim().toLowerCase(), at]))
      if (!header.has('entity_logicalid') || !header.has('namealias_wholename')) {
        refuseField('file', 'The first line has no Entity_LogicalId and NameAlias_WholeName. Download the file again.')
      }
      return
    }
    const columns = header
    const of = (name: string) => fields[columns.get(name.toLowerCase()) ?? -1]?.trim() ?? ''
    const uid = of('Entity_LogicalId')
    if (uid === '') refuseField('file', `Line ${line} has no Entity_LogicalId. Download the file again.`)
    publishedOn ??= dayOf(of('fileGenerationDate'))
    const type = of('Entity_SubjectType_ClassificationCode') || of('Entity_SubjectType')
    if (!/^(p|person)$/i.test(type)) return void left.add(uid)
    const entity = entities.get(uid) ?? { uid, names: [], births: [], countries: [], about: [] }
    entities.set(uid, entity)
    // a line that tells a birth date or a citizenship has no name
    entity.names.push({ name: of('NameAlias_WholeName'), strong: !/^(false|0)$/i.test(of('NameAlias_Strong')) })
    entity.births.push(readBirth(of('BirthDate_BirthDate') || of('BirthDate_Year')))
    entity.countries.push(of('Citizenship_CountryIso2Code'))
    entity.about.push(of('Entity_EU_ReferenceNumber'), of('Entity_Regulation_Programme'), of('Entity_Remark'))
  })
  for (const entity of entities.values()) found.add(listedPerson(entity))
  const { persons, leftOut } = found.all()
  return { list: 'eu', format: 'csv', publishedOn, persons, leftOut: leftOut + left.size }
}

/** `2026-11-20` or `20/11/2026`. */
function dayOf(text: string): string | null {
  const day = readBirth(text)
  return day?.length === 'YYYY-MM-DD'.length ? day : null
}
