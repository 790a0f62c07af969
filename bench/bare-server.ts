/**
 * The least that an answer from the database can cost: `node:http` and one query, with nothing around them. What the app's
 * calls cost is held against it. In a process of its own, which says its port.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] ?? '', max: 4 })

async function answerOf(id: string): Promise<string> {
  const { rows } = await pool.query('SELECT id, name, email FROM app_user WHERE id = $1', [id])
  return JSON.stringify(rows[0])
}

const server = createServer((request, response) => {
  void answerOf((request.url ?? '').slice(1)).then((text) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    response.end(text)
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${port}\n`)
})
