/** What processes have spent on the processor, as Linux counts it. */
import { readdir, readFile } from 'node:fs/promises'

/** Nanoseconds that each thread of a process has run so far, by its id; none where the system does not tell. */
export async function threadTimes(pid: number): Promise<Map<string, number>> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  return new Map(
    await Promise.all(threads.map(async (id) => [`${pid}/${id}`, await timeOf(`${pid}/task/${id}`)] as const)),
  )
}

/** The same for every process that one has begun: of PostgreSQL, the backends and what works behind them. */
export async function childTimes(parent: number): Promise<Map<string, number>> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const times = new Map<string, number>()
  for (const pid of all) if ((await parentOf(pid)) === parent) times.set(pid, await timeOf(pid))
  return times
}

/** Microseconds that were spent between two looks. Who has ended meanwhile is left out. */
export function spent(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  let nanoseconds = 0
  for (const [id, time] of after) nanoseconds += time - (before.get(id) ?? 0)
  return nanoseconds / 1000
}

export async function parentOf(pid: number | string): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // what it is called stands in brackets, and may hold anything
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

async function timeOf(path: string): Promise<number> {
  return Number((await readFile(`/proc/${path}/schedstat`, 'utf8').catch(() => '0')).split(' ')[0])
}
