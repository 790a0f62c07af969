import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** A folder that a file of tests has for itself, from its first test to after its last; where none of them is run there is none. */
export function ownFolder(): string {
  const folder = join(tmpdir(), `plumb-tests-${randomUUID()}`)
  beforeAll(() => mkdirSync(folder))
  afterAll(() => rmSync(folder, { recursive: true }))
  return folder
}
