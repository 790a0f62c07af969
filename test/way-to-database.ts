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
  close(): void
}

export async function openWay(to: string, port = 0): Promise<Way> {
  const database = new URL(to)
  const ends: Socket[] = []
  let [isCut, isRefusing, isLosing] = [false, false, false]
  const [folder, target] = [database.searchParams.get('host'), database.searchParams.get('port') ?? database.port]
  const way = createServer((near) => {
    if (isRefusing) return void near.destroy()
    const far =
      folder === null ? connect(Number(target || 5432), database.hostname) : connect(`${folder}/.s.PGSQL.${target}`)
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
  for (const name of ['host', 'port']) database.searchParams.delete(name)
  database.host = `127.0.0.1:${(way.address() as AddressInfo).port}`
  return {
    through: database.href,
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
    close() {
      for (const socket of ends) socket.destroy()
      way.close()
    },
  }
}
