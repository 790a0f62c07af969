import type { Attack } from '../attack.ts'
import { drawn } from '../attack.ts'
import fc from 'fast-check'
import { requestLines, sendRaw } from '../raw-request.ts'

const BEGINNINGS = [
  '/',
  '//',
  '/assets/',
  '/assets',
  '/prerendered/',
  '/api/',
  '/api/picture/',
  '/api/docs/',
  '/sanctum/',
  '/dev/',
  '/dashboard/',
  '/./',
  '/%2e/',
  '/;/',
]
const STEPS = [
  ...[
    '../',
    '..%2f',
    '%2e%2e/',
    '%2e%2e%2f',
    '%252e%252e%252f',
    '....//',
    '..\\',
    '..%5c',
    '%c0%ae%c0%ae/',
    '..;/',
    '%u002e%u002e/',
  ],
  ...['./', '//', '%00/', '%2f', '%5c', '..%00/', '.%2e/'],
]
const TARGETS = [
  ...[
    'package.json',
    'src/app/main.ts',
    'data/pepper',
    'data/log-key',
    'etc/passwd',
    '.env',
    '.git/config',
    '.git/HEAD',
    'node_modules/fastify/package.json',
  ],
  ...[
    'db/migrations/0001_books.sql',
    'api/admin/users',
    'api/admin/audit',
    'dev/outbox',
    '.built-from',
    'index.html',
    'proc/self/environ',
  ],
  ...[
    'api/admin/users%00',
    'api/admin/users;x=1',
    'API/ADMIN/USERS',
    'api//admin//users',
    'api/./admin/users',
    'api/user/../admin/users',
  ],
]
/** What stands in files of this house and this machine, and in no answer. */
const SECRET = /"name": "plumb"|root:x:0:|\[core\]|ref: refs\/|startApp|CREATE TABLE|"fastify"|PATH=\//

/** Ways out of where files lie, and round the gate, as bytes: no client tidies them. */
export const paths: Attack = {
  name: 'paths',
  what: 'encoded slashes, dot segments, null bytes, double encoding',
  share: 0.03,
  async run({ house, people, report, seed, expectUnchanged }, requests) {
    const steps = fc.array(fc.constantFrom(...STEPS), { maxLength: 6 }).map((all) => all.join(''))
    const tried = fc.tuple(
      fc.constantFrom(...BEGINNINGS),
      steps,
      fc.constantFrom(...TARGETS),
      fc.constantFrom('', '', '?x=1', '#x', '%20', '%00.png', '/'),
    )
    const { bearer, cookies } = people.investor.visitor
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const all = drawn(tried, requests, seed).map((parts) => parts.join(''))
    for (let at = 0; at < all.length; at += 20) {
      await Promise.all(
        all.slice(at, at + 20).map(async (path, n) => {
          const method = n % 7 === 0 ? 'HEAD' : n % 11 === 0 ? 'POST' : 'GET'
          const bytes = requestLines(`${method} ${path} HTTP/1.1`, { authorization: `Bearer ${bearer}`, cookie })
          const { status, head, body } = await sendRaw(house.url, bytes)
          report.count(paths.name, status, false)
          const elsewhere = /^location: (https?:)?[/\\]{2}(?!localhost)/im.test(head)
          const isListed = status === 200 && /^\{.*"items":/.test(body)
          if (status >= 500 || elsewhere || isListed || SECRET.test(body))
            report.find({
              kind: paths.name,
              what: status >= 500 ? 'answered as a fault of the server' : 'a path led out, or round the gate',
              request: `${method} ${path} → ${status} ${body.slice(0, 200)}`,
            })
        }),
      )
    }
    await expectUnchanged(paths.name, 'paths')
  },
}
