import helmet from '@fastify/helmet'
import Fastify, { type FastifyRequest } from 'fastify'
import { isLoopbackHost } from '#kit/rules.ts'
import { Refusal } from '#kit/refusal.ts'
import { CSP_REPORTS } from './csp-reports.ts'

/** The one style sheet that the chart's library writes into the page itself, for the mark of its maker (5.2.1). */
export const CHART_STYLE = "'sha256-3pRED1tOXas1FXFoPb9TGCjmYe9XQsmO9OV23khV2nY='"
/**
 * Who may hand text to what the browser runs or parses: the service worker's address (`ui/service-worker.ts`), a mail's
 * preview (`desk/mail/mail-paper.tsx`), and the chart's mark (`market/web/chart-mark.ts`), whose library knows no policy
 * but the default one. Each name counts once in a page: nobody makes a second policy of it.
 */
const POLICIES = ['worker', 'mail', 'default']

/** What a page may do with the device: the identity check's camera, passkeys, and copying an address. */
const ALLOWED_HERE = [
  'camera',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'clipboard-write',
  'clipboard-read',
]
const ALLOWED_NOWHERE = [
  ...['accelerometer', 'autoplay', 'browsing-topics', 'display-capture'],
  ...['encrypted-media', 'geolocation', 'gyroscope', 'hid', 'idle-detection', 'local-fonts', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'picture-in-picture', 'screen-wake-lock', 'serial', 'storage-access', 'usb'],
]

export type Wall = {
  appUrl: string
  /** TradingView's frames may be shown. */
  tradingView: boolean
  /** The page is made by the development server, which writes styles into it and speaks through a socket. */
  development?: boolean
}

/**
 * The headers of every answer, which are the same on all of a server, and made once: helmet would write them anew for each.
 */
export async function wallHeaders(wall: Wall): Promise<Readonly<Record<string, string>>> {
  const server = Fastify()
  await server.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: directivesOf(wall) },
    referrerPolicy: { policy: 'same-origin' },
    frameguard: false,
    strictTransportSecurity: wall.appUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
  })
  server.get('/', (_request, reply) => reply.send())
  const { headers } = await server.inject('/')
  const ofEachAnswer = new Set(['date', 'connection', 'content-length'])
  const same = Object.entries(headers).filter(([name]) => !ofEachAnswer.has(name))
  return {
    ...Object.fromEntries(same.map(([name, value]) => [name, String(value)])),
    'x-frame-options': 'DENY',
    'permissions-policy': [
      ...ALLOWED_HERE.map((feature) => `${feature}=(self)`),
      ...ALLOWED_NOWHERE.map((feature) => `${feature}=()`),
    ].join(', '),
  }
}

function directivesOf({ tradingView, development = false }: Wall): Record<string, string[]> {
  return {
    defaultSrc: ["'self'"],
    styleSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'", CHART_STYLE],
    imgSrc: ["'self'", 'data:', 'blob:'],
    ...(development ? { connectSrc: ["'self'", 'ws:'] } : {}),
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    // the operator's choice; without it no frame is let in at all
    frameSrc: tradingView ? ['https://www.tradingview-widget.com'] : ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: POLICIES,
    reportUri: [CSP_REPORTS],
  }
}

/**
 * Refuses what another site has a browser send, by the two things that the browser says itself and no page can change:
 * `Sec-Fetch-Site`, and `Origin`, which must be that of `APP_URL`. Where that is this machine's own, any loopback name at
 * the called port is as good. `Host` proves nothing: a page elsewhere may point a name of its own here and call us by it.
 * What is no browser says neither.
 */
export function refuseForeign(request: FastifyRequest, appUrl: URL): void {
  const { 'sec-fetch-site': site, origin } = request.headers
  const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  const foreignOrigin = origin !== undefined && !isOurs(origin, appUrl, request.socket.localPort)
  if (foreignSite || foreignOrigin) throw new Refusal('not allowed', 'This request comes from another site.')
}

function isOurs(origin: string, appUrl: URL, port: number | undefined): boolean {
  if (origin === appUrl.origin) return true
  if (!isLoopbackHost(appUrl.hostname) || !URL.canParse(origin)) return false
  const { protocol, hostname, port: named } = new URL(origin)
  return protocol === 'http:' && isLoopbackHost(hostname) && Number(named === '' ? 80 : named) === port
}
