import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const TABLES = ['docs/screens.md', 'docs/admin-screens.md']

/** What the specification says, where it lives, and what proves it. */
function rowsOf(table: string): string[][] {
  return readFileSync(join(ROOT, table), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (-+|What) /.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

/** `file › name of a test`, one or several in a cell. */
function proofsIn(cell: string): { file: string; name: string }[] {
  return cell.split('<br>').map((proof) => {
    const [file = '', name = ''] = proof.split(' › ').map((part) => part.trim())
    return { file: file.replaceAll('`', ''), name }
  })
}

describe.each(TABLES)('the table of %s', (table) => {
  const rows = rowsOf(table)

  test('has rows', () => {
    expect(rows.length).toBeGreaterThan(80)
    expect(rows.filter((row) => row.length !== 3)).toEqual([])
  })

  test.each(rows)('%s', (_line, places = '', proofs = '') => {
    const files = [...places.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
    for (const { file, name } of proofsIn(proofs)) {
      expect(name, `no test is named after ${file}`).not.toBe('')
      expect(readFileSync(join(ROOT, file), 'utf8')).toContain(name)
    }
  })
})

describe('the table of docs/mends.md', () => {
  const rows = rowsOf('docs/mends.md')

  test('has rows', () => {
    expect(rows.length).toBeGreaterThan(15)
    expect(rows.filter((row) => row.length !== 4)).toEqual([])
  })

  test.each(rows)('%s', (_wrong, _why, proofs = '') => {
    for (const { file, name } of proofsIn(proofs)) {
      expect(name, `no test is named after ${file}`).not.toBe('')
      expect(readFileSync(join(ROOT, file), 'utf8')).toContain(name)
    }
  })
})
