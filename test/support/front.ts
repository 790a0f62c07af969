/** A server of one's own in front of the app, that can answer for it: with another version, or not at all. */
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Front = {
  url: string
  /** Answers for a path from now on, with what the app's own answer says to it. */
  change(path: RegExp, answer: (text: string) => { status: number; text: string }): void
  /** Lets whoever asks for a path wait from now on. */
  hold(path: RegExp): void
  /** Answers nobody, as a server that is not there, until it is started again under its address. */
  stop(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

export async function openFront(behind: string): Promise<Front> {
  const changes: { path: RegExp; answer: (text: string) => { status: number; text: string } }[] = []
  const held: RegExp[] = []
  const pass = (request: IncomingMessage, reply: ServerResponse) => {
    const path = request.url ?? '/'
    if (held.some((one) => one.test(path))) return
    const change = changes.find((one) => one.path.test(path))
    // what is changed is asked for as a whole: not as it is compressed, nor whether it is still the same
    // the app knows its own address and not that of this server
    const own = request.headers.origin === undefined ? request.headers : { ...request.headers, origin: behind }
    const { 'accept-encoding': _, 'if-none-match': __, ...plain } = own
    const headers = change ? plain : own
    const passed = ask(behind + path, { method: request.method, headers }, (answer) => {
      if (!change) {
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
        answer.on('error', () => reply.destroy())
        return
      }
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const { status, text } = change.answer(Buffer.concat(parts).toString())
        const { 'content-length': _length, etag: _tag, 'last-modified': _time, ...rest } = answer.headers
        reply.writeHead(status, rest).end(text)
      })
    })
    passed.on('error', () => reply.destroy())
    reply.on('close', () => passed.destroy())
    request.pipe(passed)
  }
  const server = createServer(pass)
  const listenAt = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await listenAt(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    change: (path, answer) => void changes.unshift({ path, answer }),
    hold: (path) => void held.push(path),
    stop,
    start: () => listenAt(port),
    close: stop,
  }
}
