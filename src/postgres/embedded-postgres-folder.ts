/** Where the embedded PostgreSQL keeps what it has inside the data folder, and as which user it works there. */
import { spawnSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readlinkSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { handTo, type ServerUser, userCalled, userName } from './server-user.ts'

/** The server's port: it names the socket file, nothing listens on the network. */
export const PORT = 5432
/** The longest path that a Unix socket may have on every system that we run on, with some room. */
const LONGEST_SOCKET_PATH = 100

/** Something that a person has to mend before the embedded server can work; trying again is of no use. */
export class ClusterRefused extends Error {
  override name = 'ClusterRefused'
}

export type DatabaseFolder = {
  /** DATA_DIR/postgres: only the server's user may enter it (mode 0700). */
  root: string
  /** PostgreSQL's own data directory. */
  cluster: string
  /** Holds the sockets, or is a link to a folder with a shorter path that does. */
  run: string
  /** Locked by the one keeper, see embedded-postgres-keeper.ts. */
  lock: string
  log: string
}

export function databaseFolder(dataDir: string): DatabaseFolder {
  const root = join(realpathSync(dataDir), 'postgres')
  return {
    root,
    cluster: join(root, 'cluster'),
    run: join(root, 'run'),
    lock: join(root, 'keeper.lock'),
    log: join(root, 'server.log'),
  }
}

/** Where the sockets are. Throws when no keeper has made the folder yet. */
export const runFolder = (folder: DatabaseFolder): string => realpathSync(folder.run)
/** The keeper's own socket, beside PostgreSQL's. */
export const keeperSocket = (run: string): string => join(run, 'keeper')

/**
 * Makes DATA_DIR/postgres, closed to others, and answers as whom the server must work there: undefined when that is
 * ourselves, else (we are root, which PostgreSQL refuses) the folder's owner, or `postgres`, or `nobody`.
 */
export function openDatabaseFolder(folder: DatabaseFolder): ServerUser | undefined {
  const me = process.getuid?.()
  mkdirSync(folder.root, { recursive: true, mode: 0o700 })
  const { uid, gid } = lstatSync(folder.root)
  if (me !== 0) {
    if (uid === me) return undefined
    throw new ClusterRefused(
      `The database in ${folder.root} belongs to another user of this machine (${userName(uid)}). ` +
        'Start Plumb as that user, or set DATA_DIR to a folder of your own.',
    )
  }
  if (uid !== 0) return { uid, gid }
  const user = userCalled('postgres') ?? userCalled('nobody')
  if (user === undefined) {
    throw new ClusterRefused(
      'PostgreSQL does not run as root, and this machine has neither a user postgres nor a user nobody. ' +
        'Start Plumb as an ordinary user, or set DATABASE_URL.',
    )
  }
  // Whatever was put there as root (a restored backup, say) becomes the server's with it.
  spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, folder.root])
  chmodSync(folder.root, 0o700)
  return user
}

/**
 * Makes the folder for the sockets and answers where it is: in a short private place where its path would be too long
 * for a socket.
 */
export function openRunFolder(folder: DatabaseFolder, user: ServerUser | undefined): string {
  const fits = Buffer.byteLength(join(folder.run, `.s.PGSQL.${PORT}.lock`)) <= LONGEST_SOCKET_PATH
  if (fits && linkTarget(folder.run) === undefined) {
    mkdirSync(folder.run, { recursive: true, mode: 0o700 })
    handTo(user, folder.run)
    return folder.run
  }
  if (isPrivate(folder.run, user)) return realpathSync(folder.run)
  rmSync(folder.run, { recursive: true, force: true })
  const short = mkdtempSync('/tmp/plumb-')
  handTo(user, short)
  symlinkSync(short, folder.run)
  return short
}

/** Removes the short folder, if that is where the sockets were. */
export function closeRunFolder(folder: DatabaseFolder, run: string): void {
  if (run === folder.run) return
  rmSync(run, { recursive: true, force: true })
  rmSync(folder.run, { force: true })
}

/** Whether the link leads to a folder that is the server's alone; anyone may have made one of that name in /tmp. */
function isPrivate(link: string, user: ServerUser | undefined): boolean {
  const target = linkTarget(link)
  const stat = target === undefined ? undefined : lstatSync(target, { throwIfNoEntry: false })
  const owner = user?.uid ?? process.getuid?.()
  return stat !== undefined && stat.isDirectory() && stat.uid === owner && (stat.mode & 0o077) === 0
}

function linkTarget(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined
}
