/** Whole lists as files: how many rows a second, and what that costs the app in memory. */
import { readFile } from 'node:fs/promises'
import type { Visitor } from '../test/support/visitor.ts'

const LISTS = ['investments', 'users', 'withdrawals', 'referrals', 'audit']

/** A line of text for each list. */
export async function measureExport(visitor: Visitor, appPid: number | undefined): Promise<string[]> {
  const told: string[] = []
  for (const list of LISTS) {
    const before = await memoryOf(appPid)
    const began = performance.now()
    const answer = await fetch(`${visitor.url}/api/admin/${list}/csv`, {
      headers: {
        authorization: `Bearer ${visitor.bearer}`,
        cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    if (answer.status !== 200 || answer.body === null) throw new Error(`The file of ${list} answered ${answer.status}.`)
    let [rows, bytes, most] = [-1, 0, 0]
    for await (const piece of answer.body) {
      bytes += piece.length
      for (const byte of piece) if (byte === 0x0a) rows += 1
      most = Math.max(most, await memoryOf(appPid))
    }
    const seconds = (performance.now() - began) / 1000
    const size = `${rows.toLocaleString('en-US')} rows, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`
    const speed = `${Math.round(rows / seconds).toLocaleString('en-US')} rows a second`
    const memory = most > 0 ? `; the app held ${before} MB before and at most ${most} MB` : ''
    told.push(`${list.padEnd(14)}${size}, ${speed}${memory}`)
  }
  return told
}

/** Megabytes that a process holds; 0 where the system does not tell (it does on Linux). */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024)
}
