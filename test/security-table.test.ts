import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const text = await readFile(join(ROOT, 'docs/security.md'), 'utf8')
const NOT_MET = '*not met yet*'

/** The cells of each row of the table below a heading. */
function rowsBelow(heading: string): string[][] {
  const [, after = ''] = text.split(`\n## ${heading}\n`)
  const [section = ''] = after.split('\n## ')
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** The requirements of levels 1 and 2, by section: a section's numbers run from 1, but for those that are of level 3. */
const SECTIONS: Readonly<Record<string, readonly number[]>> = JSON.parse(
  await readFile(join(import.meta.dirname, 'support/asvs-sections.json'), 'utf8'),
) as Record<string, number[]>
const REQUIRED = Object.entries(SECTIONS).flatMap(([section, numbers]) => numbers.map((n) => `${section}.${n}`))
const CHAPTER = 'OWASP ASVS 5.0, levels 1 and 2'

test('every requirement of levels 1 and 2 has a row, or is said not to apply', () => {
  expect(REQUIRED).toHaveLength(253)
  const rows = rowsBelow(CHAPTER).map(([number = '']) => number)
  const apart = /\n\*\*Does not apply:\*\*(.*)\n/.exec(text)?.[1]?.match(/\b\d+\.\d+\.\d+\b/g) ?? []
  const all = [...rows, ...apart]
  expect(all.filter((number, place) => all.indexOf(number) !== place)).toEqual([])
  expect(all.toSorted()).toEqual(REQUIRED.toSorted())
})

test('every row says how it is met and by which tests, or openly that it is not', () => {
  const rows = rowsBelow(CHAPTER)
  expect(rows.length).toBeGreaterThan(150)
  const wrong = rows.filter(
    ([number = '', how = '', shown = '']) =>
      !/^\d+\.\d+\.\d+$/.test(number) || how.length < 3 || !(shown === NOT_MET || areTests(shown)),
  )
  expect(wrong).toEqual([])
})

test('every threat has what stops it and the test that shows it, or openly none', () => {
  const rows = rowsBelow('Threats')
  expect(rows.length).toBeGreaterThan(20)
  const wrong = rows.filter(
    ([threat = '', stops = '', shown = '']) =>
      threat === '' || stops === '' || !(shown === '–' ? stops.startsWith(NOT_MET) : areTests(shown)),
  )
  expect(wrong).toEqual([])
})

test('every test that is named is there', () => {
  const named = [...text.matchAll(/`((?:src|test)\/[\w./-]+\.test\.ts)`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(200)
  expect([...new Set(named)].filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('every secret of the environment has a row among the keys', async () => {
  const keys = rowsBelow('Keys and secrets').flat().join(' ')
  for (const name of [
    'CODE_PEPPER',
    'DOCUMENT_KEY',
    'LOG_KEY',
    'DATABASE_URL',
    'DATABASE_APP_URL',
    'SMTP_URL',
    'SMS_URL',
    'OWNER_PASSWORD',
    'BACKUP_KEY',
  ]) {
    expect(keys, name).toContain(`\`${name}\``)
  }
})

function areTests(cell: string): boolean {
  return cell.split(', ').every((each) => /^`(src|test)\/[\w./-]+\.test\.ts`$/.test(each))
}
