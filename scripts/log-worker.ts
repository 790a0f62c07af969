/**
 * A process that gives positions and signs, without a pause, and shows the log as the app does: it says where once it has
 * begun. `node scripts/log-worker.ts DATABASE_URL folder`, with LOG_KEY.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#kit/database.ts'
import { givenLogKeys } from '#kit/log-key.ts'
import { readTransaction } from '#kit/transaction.ts'
import { numberEntries } from '#log/number-entries.ts'
import { newestCheckpoint, readTile } from '#log/read-log.ts'
import { signCheckpoint } from '#log/sign-checkpoint.ts'

const [connectionString = '', dataDir = ''] = process.argv.slice(2)
/** So few at a time, and then a checkpoint, that there are many moments to be killed at. */
const MOST = 20
const once = AbortSignal.abort()
const PAUSE = 5

const keys = givenLogKeys('LOG_KEY', process.env['LOG_KEY'])
if (keys === undefined) throw new Error('no key')
const { db } = openDatabase({ connectionString }, { size: 4, log: () => {} })

const server = createServer((request, response) => {
  const [, tile = ''] = /^\/log\/tile\/(.+)$/.exec(request.url ?? '') ?? []
  void readTransaction(db, async (tx) => (tile === '' ? newestCheckpoint(tx) : readTile(tx, tile))).then(
    (body) => response.writeHead(body === undefined ? 404 : 200).end(body),
    () => response.writeHead(503).end(),
  )
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

while (true) {
  await numberEntries(db, { most: MOST, stopping: once })
  const signing = await signCheckpoint(db, { appUrl: 'https://plumb.example', dataDir, keys })
  if ('problem' in signing) throw new Error(signing.problem)
  await pause(PAUSE)
}
