import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Attack } from '../attack.ts'
import type { Ground } from '../ground.ts'
import { requestLines, sendRaw } from '../raw-request.ts'

/** Lines that drip at once, and for how many milliseconds. */
const DRIPPING = 60
const FOR = 3000
/** Milliseconds in which somebody else is answered meanwhile, at most, in the middle. */
const MEANWHILE = 500

/** Bodies that are too large, too deep, too many or too slow; meanwhile others are answered. */
export const oversize: Attack = {
  name: 'oversize and slow',
  what: 'large, deep and lying bodies, long heads, slow lines',
  share: 0,
  async run(ground) {
    for (const path of [
      '/api/login',
      '/api/register',
      '/api/withdraw',
      '/api/profile-update',
      '/api/send-mail',
      '/api/nothing',
    ])
      await sendLarge(ground, path)
    await drip(ground)
    await ground.expectUnchanged(oversize.name, 'large and slow requests', ({ table }) => table === 'guessing_report')
    await ground.client.query('DELETE FROM rate_limit')
  },
}

async function sendLarge({ house, people, report }: Ground, path: string): Promise<void> {
  const { bearer } = people.investor.visitor
  const post = (headers: Record<string, string>, body: string) =>
    requestLines(
      `POST ${path} HTTP/1.1`,
      { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...headers },
      body,
    )
  const many = `{${Array.from({ length: 20_000 }, (_, n) => `"f${n}":1`).join(',')}}`
  const tries: Record<string, string> = {
    'a body of 300 KB': post({}, `{"email":"${'x'.repeat(300_000)}"}`),
    'a body of 12 MB': post({}, `{"email":"${'x'.repeat(12_000_000)}"}`),
    'a body that is 50,000 deep': post({}, '['.repeat(50_000) + ']'.repeat(50_000)),
    'objects that are 20,000 deep': post({}, '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)),
    'a body of 20,000 fields': post({}, many),
    'a number of 100,000 digits': post({}, `{"amount":${'9'.repeat(100_000)}}`),
    'a packed body': post({ 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(5_000_000, 32)).toString('latin1')),
    'a body that says it is none': post({ 'content-length': '0' }, '{"email":"a"}'),
    'a form': post({ 'content-type': 'application/x-www-form-urlencoded' }, 'email=a&password=b'),
    xml: post(
      { 'content-type': 'application/xml' },
      '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
    ),
    'parts without an end': post(
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\ncontent-disposition: form-data; name="image"\r\n\r\n',
    ),
    'ten thousand parts': post(
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(10_000),
    ),
    'a boundary of 10,000 characters': post(
      { 'content-type': `multipart/form-data; boundary=${'x'.repeat(10_000)}` },
      'x',
    ),
    'a head of 100 KB': post({ 'x-long': 'x'.repeat(100_000) }, '{}'),
    'a thousand headers': post(Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`x-${n}`, 'x'])), '{}'),
    'a path of 20 KB': requestLines(`GET ${path}/${'x'.repeat(20_000)} HTTP/1.1`, {}),
    'a query of 10,000 fields': requestLines(`GET ${path}?${'a=1&'.repeat(3500)} HTTP/1.1`, {}),
    'an unknown method': requestLines(`BREW ${path} HTTP/1.1`, {}),
    'a cookie of 8 KB': requestLines('GET /api/user HTTP/1.1', { cookie: `plumb_session=${'x'.repeat(8000)}` }),
  }
  for (const [what, bytes] of Object.entries(tries)) {
    const { status, body } = await sendRaw(house.url, bytes)
    report.count(oversize.name, status, false)
    if (status >= 500 || (status >= 200 && status < 300 && path !== '/api/nothing' && !what.includes('cookie')))
      report.find({
        kind: oversize.name,
        what: status >= 500 ? 'answered as a fault of the server' : 'was taken',
        request: `${path}: ${what} → ${status} ${body.slice(0, 200)}`,
      })
  }
}

/** Lines that send their head, or a body, a byte at a time, and never end. */
async function drip({ house, report, people }: Ground): Promise<void> {
  const { hostname, port } = new URL(house.url)
  const lines = Array.from({ length: DRIPPING }, (_, n) => {
    const line = connect(Number(port), hostname)
    line.on('error', () => {})
    line.resume()
    line.write(
      n % 2 === 0
        ? 'GET /api/user HTTP/1.1\r\nhost: localhost\r\nx-a: '
        : requestLines(
            'POST /api/login HTTP/1.1',
            { 'content-length': '1000', 'content-type': 'application/json' },
            '{',
          ),
    )
    return line
  })
  const took: number[] = []
  const end = performance.now() + FOR
  while (performance.now() < end) {
    for (const line of lines) line.write('x')
    const began = performance.now()
    const { status } = await people.investor.visitor.get('/api/user')
    took.push(performance.now() - began)
    report.count(oversize.name, status, false)
    if (status !== 200)
      report.find({
        kind: oversize.name,
        what: 'slow lines keep others from an answer',
        request: `GET /api/user → ${status}`,
      })
    await pause(100)
  }
  for (const line of lines) {
    line.destroy()
    report.count(oversize.name, 0, false)
  }
  const middle = took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0
  if (middle > MEANWHILE)
    report.find({
      kind: oversize.name,
      what: `slow lines keep others waiting for ${middle.toFixed(0)} ms`,
      request: `${DRIPPING} lines that drip`,
    })
}
