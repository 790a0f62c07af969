/** A thread that signs somebody in from many addresses at once, and answers what came of it. */
import { doEach } from '#kit/thread.ts'

export type Flood = { url: string; email: string; password: string; from: string[] }
export type Flooded = { statuses: number[]; took: number }

/** Signs in as if from an address; answers the status. */
export async function signInFrom(address: string, { url, email, password }: Omit<Flood, 'from'>): Promise<number> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password }),
  })
  await response.arrayBuffer()
  return response.status
}

doEach(sendAll)

async function sendAll({ from, ...who }: Flood): Promise<Flooded> {
  const begun = performance.now()
  const statuses = await Promise.all(from.map((address) => signInFrom(address, who)))
  return { statuses, took: performance.now() - begun }
}
