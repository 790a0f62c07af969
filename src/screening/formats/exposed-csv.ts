import { createHash } from 'node:crypto'
import { refuseField } from '#kit/refusal.ts'
import { foldName } from '#screening/names/fold-name.ts'
import { readBirth } from './birth-date.ts'
import { readLines } from './csv-records.ts'
import { listedPerson, type ParsedList } from './listed-person.ts'
import { readPersons } from './read-persons.ts'

const COLUMNS = ['name', 'birth_date', 'country', 'note']

/**
 * Reads exposed persons from a plain CSV file: a header with name, birth_date, country and note (the first is needed), a
 * person in each line. These files have no numbers, so that somebody is the same by name and birth date.
 */
export async function readExposedCsv(text: string, separator: string): Promise<ParsedList> {
  const found = readPersons()
  let header: readonly string[] | undefined
  await readLines(text, separator, (fields, line) => {
    if (header === undefined) return void (header = readHeader(fields))
    const of = (column: string) => fields[header?.indexOf(column) ?? -1]?.trim() ?? ''
    const [name, said] = [of('name'), of('birth_date')]
    const birth = said === '' ? undefined : readBirth(said)
    if (foldName(name).length === 0) refuseField('file', `Line ${line} has no name.`)
    if (said !== '' && birth === undefined) {
      refuseField('file', `Line ${line}: the birth date cannot be read. Write it as 1960-01-31, or leave it empty.`)
    }
    const uid = createHash('sha256')
      .update(JSON.stringify([foldName(name), birth]))
      .digest('hex')
      .slice(0, 24)
    const names = [{ name, strong: true }]
    found.add(listedPerson({ uid, names, births: [birth], countries: [of('country')], about: [of('note')] }))
  })
  return { list: 'exposed', format: 'csv', publishedOn: null, ...found.all() }
}

function readHeader(fields: readonly string[]): string[] {
  const header = fields.map((field) => field.trim().toLowerCase())
  const unknown = header.find((field) => !COLUMNS.includes(field))
  if (unknown !== undefined) {
    refuseField('file', `The first line may name the columns ${COLUMNS.join(', ')}; it has “${unknown.slice(0, 40)}”.`)
  }
  return header
}
