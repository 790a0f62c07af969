import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { MINUTE, SECOND } from '#kit/clock.ts'
import { addErrors, answerUnreadable } from './errors.ts'
import { errorInLog, logLines } from './log-lines.ts'
import { trustProxies } from './trusted-proxies.ts'
import { addressBehind } from './visitors.ts'
import { refuseForeign, wallHeaders } from './walls.ts'
import { networkInLog, whoAsked } from './who-asked.ts'

const LARGEST_BODY = 256 * 1024
const LARGEST_UPLOAD = 10 * 1024 * 1024
/** Milliseconds in which a request must have come in whole. One that holds a place has less: see `readUpload`. */
const LONGEST_REQUEST = 5 * MINUTE
/** Characters of a path in the log: no call has a longer one. */
const LONGEST_PATH = 300
/** Milliseconds for what is under way when the server closes. */
const PATIENCE = 6 * SECOND

export type ServerOptions = {
  appUrl: string
  trustedProxies: readonly string[]
  /** TradingView's frames may be shown. */
  tradingView?: boolean
  log: boolean
}

/** The HTTP server without its routes: one log line a request, secrets left out, strict headers, strict input. */
export async function makeServer({
  appUrl,
  trustedProxies,
  tradingView = false,
  log,
}: ServerOptions): Promise<FastifyInstance> {
  const server = Fastify({
    bodyLimit: LARGEST_BODY,
    requestTimeout: LONGEST_REQUEST,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: answerUnreadable,
    trustProxy: trustedProxies.length === 0 ? false : trustProxies(trustedProxies),
    logger: log && { stream: logLines(), serializers: { err: errorInLog } },
  })
  server.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?')[0]?.slice(0, LONGEST_PATH)
    const [user, from] = [whoAsked(request), networkInLog(addressBehind(request))]
    request.log.info(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime), user, from },
      'request',
    )
    done()
  })
  addErrors(server)
  letGoWhenClosing(server)
  readJsonStrictly(server)
  await server.register(cookie)
  await server.register(multipart, { limits: { files: 1, fields: 5, fileSize: LARGEST_UPLOAD } })
  const headers = await wallHeaders({ appUrl, tradingView })
  server.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
  const ours = new URL(appUrl)
  server.addHook('onRequest', (request, _reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') refuseForeign(request, ours)
    done()
  })
  return server
}

/** Takes nothing new, answers what is under way, and lets go of whoever is still there when patience is over. */
export async function closeServer(server: FastifyInstance): Promise<void> {
  const late = setTimeout(() => server.server.closeAllConnections(), PATIENCE)
  try {
    await server.close()
  } finally {
    clearTimeout(late)
  }
}

/** Connections that would be kept for a next request are closed with the answer, so that nobody waits for them. */
function letGoWhenClosing(server: FastifyInstance): void {
  let closing = false
  server.addHook('preClose', async () => {
    closing = true
  })
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) void reply.header('connection', 'close')
    done(null, payload)
  })
}

/** JSON as it stands; an empty body is no body. Prototype tricks are refused by the parser itself. */
function readJsonStrictly(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body.toString(), done)
  })
}
