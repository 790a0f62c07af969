import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes the names in a folder outlast a loss of power, where the system can open one. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
