import { refuseField } from '#kit/refusal.ts'
import { readBirth } from './birth-date.ts'
import { readLines } from './csv-records.ts'
import { listedPerson, type ParsedList } from './listed-person.ts'
import { readPersons } from './read-persons.ts'

/** What stands where nothing is known. */
const NOTHING = '-0-'
const SDN_FIELDS = 12
const ALT_FIELDS = 5

type Sdn = { uid: string; names: { name: string; strong: boolean }[]; program: string; title: string; remarks: string }

/**
 * Reads the SDN list of OFAC in its CSV form: `sdn.csv`, one line for each entry of twelve fields, and `alt.csv` with
 * their other names, without headers. Birth dates and nationalities stand among the remarks.
 */
export async function readOfacCsv(sdn: string, alt: string): Promise<ParsedList> {
  const entries = new Map<string, Sdn>()
  const found = readPersons()
  await readLines(sdn, ',', (fields, line) => {
    const [uid = '', name = '', type = '', program = '', title = ''] = fields.map(known)
    if (fields.length !== SDN_FIELDS || !/^\d+$/.test(uid)) wrong('sdn.csv', line)
    if (type.toLowerCase() !== 'individual') return found.leaveOut()
    const remarks = known(fields.at(-1) ?? '')
    entries.set(uid, { uid, names: [{ name: turned(name), strong: true }], program, title, remarks })
  })
  await readLines(alt, ',', (fields, line) => {
    const [uid = '', , , name = '', remarks = ''] = fields.map(known)
    if (fields.length !== ALT_FIELDS || !/^\d+$/.test(uid)) wrong('alt.csv', line)
    entries.get(uid)?.names.push({ name: turned(name), strong: !/\bweak\b/i.test(remarks) })
  })
  for (const { uid, names, program, title, remarks } of entries.values()) {
    found.add(
      listedPerson({
        ...{ uid, names },
        births: all(remarks, /\bDOB ([^;.]+)/g).map(readBirth),
        countries: all(remarks, /\b(?:nationality|citizen) ([^;.]+)/g),
        about: [program, title, remarks],
      }),
    )
  }
  return { list: 'ofac', format: 'csv', publishedOn: null, ...found.all() }
}

function known(field: string): string {
  const text = field.trim()
  return text === NOTHING ? '' : text
}

/** `LAST, First` in the order in which it is said. */
function turned(name: string): string {
  const [last = '', ...first] = name.split(',')
  return `${first.join(' ')} ${last}`.trim()
}

function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found.trim())
}

function wrong(file: string, line: number): never {
  return refuseField('file', `Line ${line} of ${file} has not the fields that OFAC gives it. Download the file again.`)
}
