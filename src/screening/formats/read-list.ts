import { refuseField } from '#kit/refusal.ts'
import { readEuCsv } from './eu-csv.ts'
import { readEuXml } from './eu-xml.ts'
import { readExposedCsv } from './exposed-csv.ts'
import type { ParsedList } from './listed-person.ts'
import { readOfacCsv } from './ofac-csv.ts'
import { readOfacXml } from './ofac-xml.ts'
import { readUnXml } from './un-xml.ts'
import { refuseDocumentType } from './xml-records.ts'

/** What the first element of each list’s XML is called. */
const XML: Readonly<Record<string, (text: string) => Promise<ParsedList>>> = {
  sdnList: readOfacXml,
  export: readEuXml,
  CONSOLIDATED_LIST: readUnXml,
}
/** How much of a file is looked at to tell what it is. */
const BEGINNING = 4000
const UNKNOWN =
  'This file is none of the lists that can be imported: OFAC SDN (sdn.xml, or sdn.csv and alt.csv), EU (XML or CSV), UN (XML), or exposed persons (CSV with name, birth_date, country, note).'

/**
 * Reads a list of whichever kind it is: what a file is it says itself, whatever it is called. OFAC’s CSV form is two files
 * that belong together, every other list is one. 422 for what is none of them, for what cannot be read, and for a list of nobody.
 */
export async function readList(files: readonly Uint8Array[]): Promise<ParsedList> {
  const texts = files.map(textOf)
  const kinds = texts.map(kindOf)
  const parsed = await (kinds.toSorted().join() === 'alt,sdn' ? readPair(texts, kinds) : readOne(texts[0] ?? '', kinds))
  if (parsed.persons.length === 0) refuseField('file', 'This file names no people.')
  return parsed
}

function readPair([first = '', second = '']: readonly string[], [kind]: readonly string[]): Promise<ParsedList> {
  return kind === 'sdn' ? readOfacCsv(first, second) : readOfacCsv(second, first)
}

function readOne(text: string, [kind, second]: readonly string[]): Promise<ParsedList> {
  if (kind === 'sdn' || kind === 'alt') {
    refuseField('file', 'OFAC’s CSV form is two files, sdn.csv and alt.csv: choose both at once.')
  }
  if (second !== undefined) refuseField('file', 'Import one list at a time.')
  if (kind === 'eu') return readEuCsv(text)
  if (kind === 'exposed,' || kind === 'exposed;') return readExposedCsv(text, kind.slice(-1))
  return (XML[kind ?? ''] ?? refuseUnknown)(text)
}

function kindOf(text: string): string {
  const beginning = text.slice(0, BEGINNING)
  if (beginning.trimStart().startsWith('<')) {
    // past the declaration, comments and white space
    const [, type, element = ''] =
      /^(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->)*<(!DOCTYPE|(?:[\w.-]+:)?([\w.-]+))/.exec(beginning) ?? []
    return type === '!DOCTYPE' ? refuseDocumentType() : element
  }
  const [line = ''] = beginning.split(/[\r\n]/, 1)
  if (/entity_logicalid/i.test(line)) return 'eu'
  const separator = line.includes(';') ? ';' : ','
  if (line.split(separator).some((field) => /^"?\s*name\s*"?$/i.test(field))) return `exposed${separator}`
  if (/^"?\d+"?,/.test(line)) return /^"?\d+"?\s*,\s*"?\d+"?\s*,/.test(line) ? 'alt' : 'sdn'
  return ''
}

function textOf(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // said below
  }
  return refuseField('file', 'This is not a text file in UTF-8. Download it again, or save it as UTF-8.')
}

function refuseUnknown(): never {
  return refuseField('file', UNKNOWN)
}
