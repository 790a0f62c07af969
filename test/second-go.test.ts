import { expect, test } from 'vitest'
import { join } from 'node:path'
import { filesForSecondGo, ROOT } from '../scripts/check-steps.ts'

const file = (name: string, status = 'failed') => ({ name: join(ROOT, name), status })
const journeys = ['one', 'two', 'three', 'four'].map((name) => file(`test/journeys/${name}.test.ts`))

test('up to three files of journeys that fail get a second go, and what passed gets none', () => {
  const passed = [file('test/journeys/five.test.ts', 'passed'), file('test/books.test.ts', 'passed')]
  expect(filesForSecondGo(passed)).toEqual([])
  expect(filesForSecondGo([...passed, ...journeys.slice(1)])).toEqual(journeys.slice(1))
  expect(filesForSecondGo(journeys)).toEqual([])
})

test('where anything else fails, nothing gets a second go', () => {
  expect(filesForSecondGo([...journeys.slice(1), file('test/books.test.ts')])).toEqual([])
  expect(filesForSecondGo([file('src/ledger/journeys.test.ts')])).toEqual([])
})
