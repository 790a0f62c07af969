/** A way to the database over TCP that can be cut as a network is: nothing is refused, nothing arrives. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Way = {
  /** the address of the database over this way */
  through: string
  /** From now on connections stay open and nothing passes. */
  cut(): void
  close(): void
}

export async function openWay(to: string, port = 0): Promise<Way> {
  const database = new URL(to)
  const ends: Socket[] = []
  let isCut = false
  const [folder, target] = [database.searchParams.get('host'), database.searchParams.get('port') ?? database.port]
  const way = createServer((near) => {
    const far =
      folder === null ? connect(Number(target || 5432), database.hostname) : connect(`${folder}/.s.PGSQL.${target}`)
    for (const socket of [near, far]) {
      socket.on('error', () => {})
      ends.push(socket)
    }
    if (isCut) near.pause()
    else near.pipe(far).pipe(near)
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
    close() {
      for (const socket of ends) socket.destroy()
      way.close()
    },
  }
}
