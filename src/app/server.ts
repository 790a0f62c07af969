import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { MINUTE, SECOND } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { addErrors, answerUnreadable } from './errors.ts'
import { logLines } from './log-lines.ts'
import { headerOf } from './routes.ts'
import { trustProxies } from './trusted-proxies.ts'

const LARGEST_BODY = 256 * 1024
const LARGEST_UPLOAD = 10 * 1024 * 1024
/** Milliseconds in which a request must have come in whole. One that holds a place has less: see `readUpload`. */
const LONGEST_REQUEST = 5 * MINUTE
/** Milliseconds for what is under way when the server closes. */
const PATIENCE = 6 * SECOND

/** The one style sheet that the chart's library writes into the page itself, for the mark of its maker (5.2.1). */
export const CHART_STYLE = "'sha256-3pRED1tOXas1FXFoPb9TGCjmYe9XQsmO9OV23khV2nY='"

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
    logger: log && { stream: logLines(), redact: ['req.headers.authorization', 'req.headers.cookie'] },
  })
  server.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?')[0]
    request.log.info(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
    done()
  })
  addErrors(server)
  letGoWhenClosing(server)
  readJsonStrictly(server)
  await server.register(cookie)
  await server.register(multipart, { limits: { files: 1, fields: 5, fileSize: LARGEST_UPLOAD } })
  const headers = await strictHeaders(appUrl, tradingView)
  server.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
  server.addHook('onRequest', (request, _reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      refuseForeignOrigin(headerOf(request, 'origin'), request.host, appUrl)
    done()
  })
  return server
}

/**
 * The headers of helmet, which are the same on every answer of a server, and made once: it would write them anew for each.
 */
async function strictHeaders(appUrl: string, tradingView: boolean): Promise<Readonly<Record<string, string>>> {
  const server = Fastify()
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", CHART_STYLE],
        imgSrc: ["'self'", 'data:', 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // the operator's choice; without it nothing foreign is let in at all
        ...(tradingView ? { frameSrc: ['https://www.tradingview-widget.com'] } : {}),
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: appUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
  })
  server.get('/', (_request, reply) => reply.send())
  const { headers } = await server.inject('/')
  const ofEachAnswer = new Set(['date', 'connection', 'content-length'])
  const same = Object.entries(headers).filter(([name]) => !ofEachAnswer.has(name))
  return Object.fromEntries(same.map(([name, value]) => [name, String(value)]))
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

/** `Origin`, where a browser sends it, must be the host that was called, or the app's own address. */
function refuseForeignOrigin(origin: string | undefined, host: string, appUrl: string): void {
  if (origin === undefined || origin === new URL(appUrl).origin) return
  if (origin === `http://${host}` || origin === `https://${host}`) return
  throw new Refusal('not allowed', 'This request comes from another site.')
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
