import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allowedFor, type Attack, inBatches, inputsOf } from '../attack.ts'
import type { Ground } from '../ground.ts'
import { plausibleInput } from '../plausible.ts'
import { requestLines, sendRaw } from '../raw-request.ts'

/** What would make a second receiver, a header or a body of its own in a mail or in an answer. */
const INJECTIONS = [
  ...[
    'a@mail.plumb.test\r\nBcc: stolen@mail.plumb.test',
    'a@mail.plumb.test,stolen@mail.plumb.test',
    'a@mail.plumb.test\nCc: stolen@mail.plumb.test',
  ],
  ...[
    'a@mail.plumb.test;stolen@mail.plumb.test',
    '"a\r\nBcc: stolen"@mail.plumb.test',
    'A <stolen@mail.plumb.test> <b@mail.plumb.test>',
  ],
  ...[
    'Hello\r\nBcc: stolen@mail.plumb.test',
    'Hello\nX-Injected: 1',
    'Hello\r\n\r\n<h1>Another body</h1>',
    'Hello%0d%0aBcc:%20stolen@mail.plumb.test',
  ],
  ...[
    '=?utf-8?q?Hello=0d=0aBcc:_stolen?=',
    'Hello\u2028Bcc: stolen@mail.plumb.test',
    'Hello\u0085X-Injected: 1',
    '\r\n.\r\nMAIL FROM:<x>',
  ],
]
/** Fields whose text comes into a mail, or an answer's header. */
const WRITTEN = /email|receiver|title|subject|name|reason|content|summary|note|value|phone|text/
/** All that a mail of the house has in its head. */
const HEADERS = [
  ...[
    'from',
    'to',
    'subject',
    'message-id',
    'date',
    'mime-version',
    'content-type',
    'content-transfer-encoding',
    'auto-submitted',
  ],
  ...['list-unsubscribe', 'reply-to', 'x-mailer'],
]

/** Lines and commas in whatever is mailed, in headers and in addresses; then every mail that went out is read. */
export const injectedHeaders: Attack = {
  name: 'injected headers',
  what: 'lines and commas in mails and headers',
  share: 0.03,
  async run(ground, requests) {
    const inputs = inputsOf(plausibleInput, ground)
    const cells = ground.calls.flatMap((described) =>
      Object.keys(described.body?.properties ?? {})
        .filter((field) => WRITTEN.test(field))
        .map((field) => ({ described, field })),
    )
    await inBatches(ground, injectedHeaders.name, requests, (n) => {
      const { described, field } = cells[n % cells.length] ?? {}
      if (described === undefined || field === undefined) throw new Error('no call has a text')
      const input = inputs(described)
      const body = {
        ...(input.body as object),
        [field]: INJECTIONS[Math.floor(n / cells.length + n) % INJECTIONS.length],
      }
      return { by: allowedFor(described, n), described, input: { ...input, body } }
    })
    await readMails(ground)
    await sendBrokenLines(ground)
  },
}

async function readMails({ house, client, report }: Ground): Promise<void> {
  const find = (what: string, request: string) => report.find({ kind: injectedHeaders.name, what, request })
  const files = (await readdir(house.outbox)).filter((name) => name.endsWith('.eml'))
  for (const file of files) {
    const text = await readFile(join(house.outbox, file), 'utf8')
    const head = text.slice(0, text.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
    const headers = head.split(/\r\n|\n|\r/).map((line) => line.split(':'))
    const names = headers.map(([name = '']) => name.toLowerCase())
    const odd = names.filter((name) => !HEADERS.includes(name))
    if (odd.length > 0 || new Set(names).size !== names.length)
      find(`a mail has the headers ${names.join(', ')}`, `${file}: ${head.slice(0, 400)}`)
    const to =
      headers
        .find(([name]) => name?.toLowerCase() === 'to')
        ?.slice(1)
        .join(':') ?? ''
    if ((to.match(/@/g) ?? []).length !== 1) find(`a mail is to ${to}`, file)
  }
  const { rows } = await client.query<{ receiver: string }>(
    `SELECT receiver FROM message WHERE channel = 'mail' AND receiver ~ '[,;<>[:space:][:cntrl:]]'`,
  )
  for (const { receiver } of rows) find('a mail waits for more than one receiver', receiver)
}

/** Requests with lines of their own, as bytes: none of them comes back as a header, or is read as a second request. */
async function sendBrokenLines({ house, people, report }: Ground): Promise<void> {
  const { bearer } = people['other investor'].visitor
  const smuggled = 'GET /api/user HTTP/1.1\r\nhost: localhost\r\n\r\n'
  const tries: Record<string, string> = {
    'a line in the path': requestLines('GET /%0d%0aX-Injected:%201 HTTP/1.1', {}),
    'a line in the query': requestLines('GET /?next=%0d%0aX-Injected:%201&referral=%0aSet-Cookie:a=b HTTP/1.1', {}),
    'a line in a key': requestLines('POST /api/kyc HTTP/1.1', {
      'idempotency-key': 'a\r\nX-Injected: 1',
      authorization: `Bearer ${bearer}`,
    }),
    'a line in a support address': requestLines('GET /support?to=%0d%0aX-Injected:%201 HTTP/1.1', {}),
    'a host with a line': requestLines('GET / HTTP/1.1', { host: 'localhost\r\nX-Injected: 1' }),
    'two lengths': requestLines(
      'POST /api/login HTTP/1.1',
      { 'content-length': '5\r\ncontent-length: 50', 'content-type': 'application/json' },
      smuggled,
    ),
    'a length and pieces': requestLines(
      'POST /api/login HTTP/1.1',
      { 'content-length': '4', 'transfer-encoding': 'chunked' },
      `0\r\n\r\n${smuggled}`,
    ),
    'pieces that are odd': requestLines(
      'POST /api/login HTTP/1.1',
      { 'transfer-encoding': 'xchunked' },
      `0\r\n\r\n${smuggled}`,
    ),
    'a header with a blank before its colon': requestLines('GET /api/user HTTP/1.1', {
      'authorization ': `Bearer ${bearer}`,
    }),
    'a folded header': requestLines('GET /api/user HTTP/1.1', { authorization: `Bearer\r\n ${bearer}` }),
    'no host': 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n',
    'two hosts': requestLines('GET / HTTP/1.1', { host: 'localhost\r\nhost: evil.test' }),
  }
  for (const [what, bytes] of Object.entries(tries)) {
    const { status, head, body } = await sendRaw(house.url, bytes)
    report.count(injectedHeaders.name, status, false)
    if (status >= 500 || /^x-injected:|^set-cookie: a=b/im.test(head) || /HTTP\/1\.1 200/.test(body))
      report.find({
        kind: injectedHeaders.name,
        what: 'was taken as a header or a request of its own, or failed',
        request: `${what} → ${head.slice(0, 300)}`,
      })
  }
}
