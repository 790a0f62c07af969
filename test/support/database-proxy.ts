/**
 * A line to the database that can be cut, frozen and refused, at a statement of choice. It knows PostgreSQL's messages
 * just well enough to see where a statement ends and where its answer does.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A statement as it comes: its text, and its values where it has some (as bytes, for looking one up in them). */
export type Statement = { connection: number; text: string; values: string }

export type Fault =
  | 'none'
  /** it never reaches the database */
  | 'cut before'
  /** the line is cut while the database is at it */
  | 'cut during'
  /** it is done, and its answer is lost with the line */
  | 'cut after'
  /** it never reaches the database, and nothing comes back */
  | 'freeze before'
  /** it is done, and nothing comes back */
  | 'freeze after'

export type DatabaseProxy = {
  /** the same database, by way of the proxy */
  connectionString: string
  /** What becomes of each statement from now on. */
  each(fault: (statement: Statement) => Fault): void
  /** Lets everything through from now on. */
  heal(): Promise<void>
  /** Cuts every line and refuses new ones until it heals. */
  refuse(): Promise<void>
  close(): Promise<void>
}

const PORT = 5432
const QUERY = 'Q'
const PARSE = 'P'
const BIND = 'B'
const SYNC = 'S'
const READY = 'Z'

export async function openDatabaseProxy(behind: string): Promise<DatabaseProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'plumb-proxy-'))
  const lines = new Set<() => void>()
  let faultOf: (statement: Statement) => Fault = () => 'none'
  let connections = 0
  const server = createServer((near) => {
    connections += 1
    const cut = openLine(near, connect(targetOf(behind)), connections, (statement) => faultOf(statement))
    lines.add(cut)
    near.once('close', () => lines.delete(cut))
  })
  const listen = async () => {
    server.listen(join(folder, `.s.PGSQL.${PORT}`))
    await once(server, 'listening')
  }
  const stopListening = async () => {
    for (const cut of lines) cut()
    if (server.listening) await new Promise((closed) => server.close(closed))
  }
  await listen()
  const through = new URL(behind)
  through.searchParams.set('host', folder)
  through.searchParams.set('port', String(PORT))
  return {
    connectionString: through.href,
    each: (fault) => {
      faultOf = fault
    },
    heal: async () => {
      faultOf = () => 'none'
      if (!server.listening) await listen()
    },
    refuse: stopListening,
    async close() {
      await stopListening()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function targetOf(behind: string): { path: string } | { host: string; port: number } {
  const url = new URL(behind)
  const host = url.searchParams.get('host') ?? url.hostname
  const port = Number(url.searchParams.get('port') ?? (url.port || PORT))
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

/** Joins both ends. Answers what cuts them. */
function openLine(near: Socket, far: Socket, connection: number, faultOf: (statement: Statement) => Fault): () => void {
  let answers: 'pass' | 'swallow, then cut' | 'swallow' = 'pass'
  const cut = () => {
    near.destroy()
    far.destroy()
  }
  for (const socket of [near, far]) {
    socket.on('error', cut)
    socket.on('close', cut)
  }
  const swallowed = reader(false)
  far.on('data', (bytes: Buffer) => {
    if (answers === 'pass') near.write(bytes)
    else if (answers === 'swallow, then cut' && swallowed(bytes).some(({ type }) => type === READY)) cut()
  })
  const said = reader(true)
  let unit: Message[] = []
  const prepared = new Map<string, string>()
  near.on('data', (bytes: Buffer) => {
    for (const message of said(bytes)) {
      unit.push(message)
      const { type } = message
      // What is said in parts ends with a Sync; all else stands for itself.
      if ((unit[0]?.type === PARSE || unit[0]?.type === BIND) && type !== SYNC) continue
      const whole = unit
      unit = []
      const fault = isStatement(whole) ? faultOf(statementOf(whole, connection, prepared)) : 'none'
      const send = () => void far.write(Buffer.concat(whole.map(({ all }) => all)))
      if (fault === 'cut before') return cut()
      if (fault === 'freeze before') return void near.pause()
      if (fault === 'cut after') answers = 'swallow, then cut'
      if (fault === 'freeze after') answers = 'swallow'
      send()
      if (fault === 'cut during') {
        // The database is not told: it goes on with what it was given.
        near.removeListener('close', cut)
        near.destroy()
        answers = 'swallow, then cut'
        return
      }
    }
  })
  return cut
}

type Message = { type: string; all: Buffer }

/** Cuts a stream into messages: a letter and a length; only what a client says first has no letter. */
function reader(withStart: boolean): (bytes: Buffer) => Message[] {
  let rest = Buffer.alloc(0)
  let started = !withStart
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    const messages: Message[] = []
    for (;;) {
      const letter = started ? 1 : 0
      if (rest.length < letter + 4) return messages
      const length = letter + rest.readInt32BE(letter)
      if (rest.length < length) return messages
      messages.push({ type: started ? String.fromCharCode(rest[0] ?? 0) : 'start', all: rest.subarray(0, length) })
      rest = rest.subarray(length)
      started = true
    }
  }
}

function isStatement([first]: Message[]): boolean {
  return first?.type === QUERY || first?.type === PARSE || first?.type === BIND
}

/** `prepared` has the texts of what was prepared on this line, by their names, and is told what comes to be. */
function statementOf(unit: Message[], connection: number, prepared: Map<string, string>): Statement {
  const [first] = unit
  const begin = stringAt(first?.all, 5)
  // a query is its text; what comes to be prepared, a name and its text; what was prepared, where it goes and its name
  const second = stringAt(first?.all, 5 + begin.length + 1)
  if (first?.type === PARSE && begin !== '') prepared.set(begin, second)
  const text = first?.type === QUERY ? begin : first?.type === BIND ? (prepared.get(second) ?? second) : second
  const values = unit.find(({ type }) => type === BIND)?.all.toString('latin1') ?? ''
  return { connection, text, values }
}

/** A text that ends with a zero. */
function stringAt(bytes: Buffer | undefined, from: number): string {
  return bytes === undefined ? '' : bytes.toString('utf8', from, bytes.indexOf(0, from))
}
