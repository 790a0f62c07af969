/** The PostgreSQL programs that npm brings, made fit to run by the user that the server works as. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  chmodSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { ClusterRefused } from './embedded-postgres-folder.ts'
import type { ServerUser } from './server-user.ts'

const SHARED_CACHE = '/var/cache/plumb'
const OWN_SERVER = 'Set DATABASE_URL to a PostgreSQL of your own (15 or newer).'

export type Binaries = { postgres: string; initdb: string }

/**
 * Finds the programs and tries them as the server's user. Where that user cannot run them from here (a checkout in a
 * closed home, a read-only one without its links), they are copied, once for each version, to a place where it can.
 */
export function runnableBinaries(user: ServerUser | undefined, cacheFolder: string): Binaries {
  const native = nativeFolder()
  const here = programsIn(native)
  const linked = makeLinks(native)
  if (linked && complaint(here, user) === undefined) return here
  const cache = user === undefined ? cacheFolder : SHARED_CACHE
  const copy = join(cache, `postgres-${versionOf(native)}`)
  const there = programsIn(copy)
  if (complaint(there, user) === undefined) return there
  const failed = copyForAll(native, copy)
  const why = complaint(there, user)
  if (why === undefined) return there
  if (failed === undefined) {
    throw new ClusterRefused(`The PostgreSQL that Plumb brings does not run on this machine: ${why}. ${OWN_SERVER}`)
  }
  throw new ClusterRefused(
    `The server's user cannot run PostgreSQL from ${native}, and it cannot be copied to ${copy} (${failed}). ` +
      `Move Plumb to a folder that every user may enter, or start it as an ordinary user. Or: ${OWN_SERVER}`,
  )
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new ClusterRefused(`Plumb brings no PostgreSQL for ${process.platform} on ${process.arch}. ${OWN_SERVER}`)
  }
}

const programsIn = (native: string): Binaries => ({
  postgres: join(native, 'bin', 'postgres'),
  initdb: join(native, 'bin', 'initdb'),
})

/** Why the programs do not run, or nothing when they do. */
function complaint({ postgres, initdb }: Binaries, user: ServerUser | undefined): string | undefined {
  for (const program of [postgres, initdb]) {
    const tried = spawnSync(program, ['--version'], { ...user, cwd: '/', encoding: 'utf8' })
    if (tried.status !== 0) return tried.error?.message ?? tried.stderr.trim()
  }
  return undefined
}

/** Packages cannot hold links: the list of them comes along, and we make them. Any number of processes may. */
function makeLinks(native: string): boolean {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  try {
    for (const { source, target } of links) {
      const path = join(native, '..', target)
      if (existsSync(path)) continue
      try {
        symlinkSync(basename(source), path)
      } catch (error) {
        if (!existsSync(path)) throw error
      }
    }
    return true
  } catch {
    return false
  }
}

/** The copy appears whole or not at all; answers what went wrong. Another process may be doing the same. */
function copyForAll(native: string, copy: string): string | undefined {
  const half = `${copy}.${process.pid}`
  try {
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(native, join(half, 'native'), { recursive: true, verbatimSymlinks: true })
    if (!makeLinks(join(half, 'native'))) return 'links cannot be made there'
    openForAll(half)
    if (process.getuid?.() === 0) chmodSync(dirname(copy), 0o755)
    rmSync(copy, { recursive: true, force: true })
    renameSync(join(half, 'native'), copy)
    return undefined
  } catch (error) {
    return String(error)
  } finally {
    rmSync(half, { recursive: true, force: true })
  }
}

function openForAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openForAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode | 0o444)
  }
}

function versionOf(native: string): string {
  const description: { version: string } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'))
  return description.version
}
