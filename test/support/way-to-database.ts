/** A way to the database over TCP that can be cut as a network is: nothing is refused, nothing arrives. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Way = {
  /** the address of the database over this way */
  through: string
  /** From now on connections stay open and nothing passes. */
  cut(): void
  /** The next COMMIT is done, and its reply is lost with the connection. */
  loseNextCommit(): void
  /** Ends all connections and takes no new ones until `accept`. */
  refuse(): void
  accept(): void
  /** Ends all connections; from now on the way leads to another server. */
  lead(to: string): void
  close(): void
}

export async function openWay(to: string, port = 0): Promise<Way> {
  let database = new URL(to)
  const ends: Socket[] = []
  let [isCut, isRefusing, isLosing] = [false, false, false]
  const way = createServer((near) => {
    if (isRefusing) return void near.destroy()
    const far = connectTo(database)
    for (const socket of [near, far]) {
      socket.on('error', () => {})
      ends.push(socket)
    }
    if (isCut) near.pause()
    else near.pipe(far).pipe(near)
    near.prependListener('data', (sent: Buffer) => {
      if (!isLosing || !/commit/i.test(sent.toString('latin1'))) return
      isLosing = false
      far.unpipe(near)
      far.once('data', () => near.destroy()).resume()
    })
    far.on('close', () => near.destroy())
    near.on('close', () => far.destroy())
  })
  way.listen(port, '127.0.0.1')
  await once(way, 'listening')
  const through = new URL(to)
  for (const name of ['host', 'port']) through.searchParams.delete(name)
  through.host = `127.0.0.1:${(way.address() as AddressInfo).port}`
  return {
    through: through.href,
    cut() {
      isCut = true
      for (const socket of ends) socket.unpipe().pause()
    },
    loseNextCommit() {
      isLosing = true
    },
    refuse() {
      isRefusing = true
      for (const socket of ends) socket.destroy()
    },
    accept() {
      isRefusing = false
    },
    lead(elsewhere) {
      database = new URL(elsewhere)
      for (const socket of ends) socket.destroy()
    },
    close() {
      for (const socket of ends) socket.destroy()
      way.close()
    },
  }
}

function connectTo(database: URL): Socket {
  const folder = database.searchParams.get('host')
  const port = database.searchParams.get('port') ?? (database.port || '5432')
  return folder === null ? connect(Number(port), database.hostname) : connect(`${folder}/.s.PGSQL.${port}`)
}
