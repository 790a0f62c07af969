/** The user of this machine as whom the embedded PostgreSQL works. */
import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'

export type ServerUser = { uid: number; gid: number }

/** Gives what root made to the server's user. */
export function handTo(user: ServerUser | undefined, path: string): void {
  if (user !== undefined) chownSync(path, user.uid, user.gid)
}

/** Undefined if this machine has none of that name. */
export function userCalled(name: string): ServerUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((which) => spawnSync('id', [which, name], { encoding: 'utf8' }).stdout?.trim())
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/** As people call them: by the number where they have no name. */
export function userName(uid: number): string {
  return spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' }).stdout?.trim() || `number ${uid}`
}
