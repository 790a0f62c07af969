import { type Answer, Visitor } from './visitor.ts'

/** Somebody on a made-up list; nobody has such a name. */
export type Listed = {
  uid: string
  first: string
  last: string
  /** `1961-02-03` */
  born?: string
  country?: string
  aliases?: readonly string[]
  company?: boolean
}

/** A made-up list in the XML of OFAC. */
export function ofacXml(listed: readonly Listed[]): string {
  const entries = listed.map(
    ({ uid, first, last, born, country, aliases = [], company }) => `
  <sdnEntry>
    <uid>${uid}</uid><firstName>${escaped(first)}</firstName><lastName>${escaped(last)}</lastName>
    <sdnType>${company ? 'Entity' : 'Individual'}</sdnType>
    <programList><program>TESTING</program></programList>
    <akaList>${aliases.map((alias, at) => `<aka><uid>${uid}${at}</uid><type>a.k.a.</type><category>strong</category><lastName>${escaped(alias)}</lastName></aka>`).join('')}</akaList>
    ${country ? `<nationalityList><nationality><uid>1</uid><country>${country}</country><mainEntry>true</mainEntry></nationality></nationalityList>` : ''}
    ${born ? `<dateOfBirthList><dateOfBirthItem><uid>1</uid><dateOfBirth>${born}</dateOfBirth><mainEntry>true</mainEntry></dateOfBirthItem></dateOfBirthList>` : ''}
  </sdnEntry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<sdnList xmlns="https://example.com/sdn">
  <publshInformation><Publish_Date>11/20/2026</Publish_Date><Record_Count>${listed.length}</Record_Count></publshInformation>${entries.join('')}
</sdnList>`
}

/** Exposed persons as the plain CSV file that an operator keeps. */
export function exposedCsv(
  lines: readonly (readonly [name: string, born?: string, country?: string, note?: string])[],
) {
  const fields = (line: readonly (string | undefined)[]) =>
    line.map((field) => `"${(field ?? '').replaceAll('"', '""')}"`)
  return ['name,birth_date,country,note', ...lines.map((line) => fields(line).join())].join('\r\n')
}

/** Sends files as a list to import. */
export function importFiles(
  who: Visitor,
  files: readonly (string | Uint8Array)[],
  { fewer = false, field = 'file' } = {},
): Promise<Answer> {
  const form = new FormData()
  for (const file of files) form.append(field, new Blob([Buffer.from(file)]), 'list')
  return who.send('POST', `/api/import-screening-list${fewer ? '?fewer=yes' : ''}`, form, Visitor.key())
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
