/** How many withdrawals of many people an app takes in a second: each earns, so `expense/yield` is everybody's. */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type pg from 'pg'
import { systemClock } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { newToken } from '#kit/ids.ts'
import { transaction } from '#kit/transaction.ts'
import { openSession } from '#identity/open-session.ts'
import { SOMEBODYS_BITCOIN } from '../test/support/addresses.ts'
import type { Visitor } from '../test/support/visitor.ts'

/** People who withdraw at once, each one after another. */
const PEOPLE = 32
const WARM_UP = 2
const TOKEN_BYTES = 32

type Headers = Record<string, string>

/** Withdrawals of 0.01 a second, of so many by each of so many people. */
export async function withdrawalsInASecond(
  { db, client, owner }: { db: Database; client: pg.Client; owner: Visitor },
  each: number,
): Promise<{ rate: number; times: number[] }> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM app_user
     WHERE kyc = 'approved' AND EXISTS (SELECT FROM investment WHERE user_id = app_user.id AND status = 'approved')
       AND NOT EXISTS (SELECT FROM withdrawal WHERE user_id = app_user.id AND status = 'pending')
     ORDER BY created_at DESC LIMIT ${PEOPLE}`,
  )
  const { url } = owner
  const share = ((each + WARM_UP) / 100).toFixed(2)
  for (const { id } of rows) await owner.must(`/api/topup-user/${id}`, { amount: share, account: 'earnings' })
  const people = await Promise.all(rows.map(({ id }) => sessionOf(db, id)))
  const agent = new Agent({ keepAlive: true, maxSockets: PEOPLE })
  const times: number[] = []
  const withdrawing = async (headers: Headers, count: number) => {
    for (let n = 0; n < count; n += 1) {
      const began = performance.now()
      await withdraw(agent, url, headers)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(people.map((headers) => withdrawing(headers, WARM_UP)))
  times.length = 0
  const began = performance.now()
  await Promise.all(people.map((headers) => withdrawing(headers, each)))
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  return { rate: times.length / seconds, times }
}

async function sessionOf(db: Database, userId: string): Promise<Headers> {
  const xsrf = newToken(TOKEN_BYTES)
  const from = { address: '127.0.0.1', userAgent: 'bench', cookies: { 'XSRF-TOKEN': xsrf } }
  const { bearer, cookie } = await transaction(db, (tx) =>
    openSession(tx, systemClock, { id: userId, roles: [] }, from),
  )
  return {
    authorization: `Bearer ${bearer}`,
    cookie: `plumb_session=${cookie}; XSRF-TOKEN=${xsrf}`,
    'x-xsrf-token': xsrf,
    'content-type': 'application/json',
  }
}

const BODY = JSON.stringify({
  ...{ amount: '0.01', source: 'investment' },
  ...{ wallet_name: 'Load bitcoin', wallet_address: SOMEBODYS_BITCOIN },
})

function withdraw(agent: Agent, url: string, headers: Headers): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/api/withdraw`,
      { agent, method: 'POST', headers: { ...headers, 'idempotency-key': randomUUID() } },
      (answer) => {
        let said = ''
        answer.on('data', (bytes: Buffer) => {
          said += bytes.toString()
        })
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve()
          else reject(new Error(`a withdrawal was answered ${answer.statusCode}: ${said}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(BODY)
  })
}
