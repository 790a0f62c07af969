/**
 * `npm run sbom`: writes what Plumb is made of to sbom.json, as CycloneDX 1.6, from package-lock.json alone. Nothing is
 * asked of a network, and the same lock gives the same file. `npm sbom` would ask the registry what is "latest" where a
 * package names that.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

type Locked = {
  name?: string
  version?: string
  license?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, Locked> }

/** The parts of a lock file, each with its hash and what it needs. Throws where a part has no hash. */
export function billOf(lock: Lock): object {
  const { packages } = lock
  const root = packages['']
  if (root === undefined) throw new Error('package-lock.json does not say whose it is.')
  const parts = Object.entries(packages).filter(([path]) => path !== '')
  const serial = createHash('sha256').update(JSON.stringify(packages)).digest('hex')
  // Two folders may hold the same version of a package, which is one part.
  const components = new Map(parts.map(([path, part]) => [refOf(path, part), componentOf(path, part)]))
  const needs = new Map<string, Set<string>>()
  for (const [path, part] of Object.entries(packages)) {
    const ref = path === '' ? rootRef(root) : refOf(path, part)
    const all = needs.get(ref) ?? new Set()
    for (const found of neededBy(packages, path)) all.add(found)
    needs.set(ref, all)
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serial.slice(0, 8)}-${serial.slice(8, 12)}-5${serial.slice(13, 16)}-8${serial.slice(17, 20)}-${serial.slice(20, 32)}`,
    version: 1,
    metadata: {
      component: { 'bom-ref': rootRef(root), type: 'application', name: root.name, version: root.version },
    },
    components: [...components.values()],
    dependencies: [...needs].map(([ref, all]) => ({ ref, dependsOn: [...all].toSorted() })),
  }
}

function componentOf(path: string, part: Locked): object {
  const [, algorithm, content = ''] = /^(sha\d+)-(.+)$/.exec(part.integrity ?? '') ?? []
  if (algorithm === undefined) throw new Error(`${path} has no hash in package-lock.json.`)
  const name = nameOf(path, part)
  const [scope, own] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return {
    'bom-ref': refOf(path, part),
    type: 'library',
    ...(scope === undefined ? {} : { group: scope }),
    name: own,
    version: part.version,
    // what only the checks need is no part of what runs
    scope: part.dev ? 'excluded' : part.optional || part.devOptional ? 'optional' : 'required',
    hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(content, 'base64').toString('hex') }],
    ...(part.license === undefined ? {} : { licenses: [{ expression: part.license }] }),
    purl: purlOf(name, part),
  }
}

/** What a package needs, where Node would find it: in its own folder, or in one of those around it. */
function neededBy(packages: Lock['packages'], path: string): string[] {
  const part = packages[path]
  const names = Object.keys({ ...part?.dependencies, ...part?.devDependencies, ...part?.optionalDependencies })
  return names.flatMap((name) => {
    for (let around: string | undefined = path; around !== undefined; around = parentOf(around)) {
      const at = `${around === '' ? '' : `${around}/`}node_modules/${name}`
      const found = packages[at]
      if (found !== undefined) return [refOf(at, found)]
    }
    // for another machine, and left out of the lock
    return []
  })
}

function parentOf(path: string): string | undefined {
  if (path === '') return undefined
  const at = path.lastIndexOf('/node_modules/')
  return at < 0 ? '' : path.slice(0, at)
}

const nameOf = (path: string, part: Locked) => part.name ?? path.slice(path.lastIndexOf('node_modules/') + 13)
const purlOf = (name: string, { version }: Locked) => `pkg:npm/${name.replace('@', '%40')}@${version}`
const refOf = (path: string, part: Locked) => purlOf(nameOf(path, part), part)
const rootRef = ({ name, version }: Locked) => `${name}@${version}`

if (import.meta.main) {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  const file = join(ROOT, 'sbom.json')
  await writeFile(file, `${JSON.stringify(billOf(lock), null, 2)}\n`)
  process.stdout.write(`${file}: ${Object.keys(lock.packages).length - 1} packages\n`)
}
