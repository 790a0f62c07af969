import { readdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createServer } from 'vite'
import { isLoopbackHost } from '#kit/rules.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Settings } from '#kit/config.ts'
import { DOCS_STYLE, docsPage } from './docs-page.ts'
import { openApi } from './openapi.ts'
import { leaveFor, withLeave } from './send-page.ts'
import { wallHeaders } from './walls.ts'

const ROOT = join(import.meta.dirname, '../..')
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
/** What the browser's part is made of. Nothing else of the project is anybody's to read. */
const SERVED = ['src', 'node_modules'].map((folder) => join(ROOT, folder))
/** What Vite keeps back on its own, and would not where a list is given. */
const KEPT_BACK = ['.env', '.env.*', '*.{crt,pem,key,p12,pfx,cer,der}', '.npmrc', '.yarnrc.yml', '**/.git/**']

/** The web app with hot reload, and the outbox as a page for this machine alone. Never in production. */
export async function addDevelopmentPages(server: FastifyInstance, settings: Settings): Promise<void> {
  const appHost = new URL(settings.appUrl).hostname
  const vite = await createServer({
    root: ROOT,
    server: {
      middlewareMode: true,
      allowedHosts: [appHost],
      fs: { allow: SERVED, deny: [...KEPT_BACK, ...(await patternsOf(settings.dataDir))] },
    },
    appType: 'custom',
  })
  server.addHook('onClose', () => vite.close())
  // A page of another site may point a name of its own at this machine (DNS rebinding), and would then be its site.
  server.addHook('onRequest', async (request) => {
    const host = hostOf(request.headers.host)
    if (host === undefined || (host !== appHost && !isLoopbackHost(host))) {
      throw new Refusal(
        'not allowed',
        'Plumb doesn’t answer to this name. Use the address that it printed at its start.',
      )
    }
  })
  server.get('/api/openapi.json', async () => openApi(settings.appUrl))
  server.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(docsPage()))
  server.get('/api/docs.css', async (_request, reply) => reply.type('text/css').send(DOCS_STYLE))
  server.get('/dev/outbox', async (request, reply) => {
    // Also not what comes in through a tunnel, which is this machine by its address and another by its name.
    if (!LOOPBACK.has(request.ip) || !isLoopbackHost(hostOf(request.headers.host) ?? '')) {
      return reply.code(404).send({ message: 'There is no such address.' })
    }
    return reply.type('text/plain; charset=utf-8').send(await readOutbox(join(settings.dataDir, 'outbox')))
  })
  const { 'content-security-policy': policy = '', ...walls } = await wallHeaders({ ...settings, development: true })
  server.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    if (/^\/(api|sanctum)(\/|$)/.test(path) || request.method !== 'GET') {
      return reply.code(404).send({ message: 'There is no such address.' })
    }
    reply.hijack()
    for (const [name, value] of Object.entries(walls)) reply.raw.setHeader(name, value)
    vite.middlewares(request.raw, reply.raw, async () => {
      const page = await readFile(join(ROOT, 'index.html'), 'utf8')
      const html = await vite.transformIndexHtml(request.url, page)
      // React's refresh puts a script of its own into the page.
      reply.raw.setHeader('content-security-policy', withLeave(policy, leaveFor('script', html)))
      reply.raw.setHeader('content-type', 'text/html; charset=utf-8')
      reply.raw.end(html)
    })
  })
}

/** The name that a request calls this server by, without its port; undefined if that is no plain name or address. */
function hostOf(header: string | undefined): string | undefined {
  return /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i.exec(header ?? '')?.[1]?.toLowerCase()
}

/** A folder and all that is in it, as Vite's patterns, by the name it was given and by where it really is. */
async function patternsOf(folder: string): Promise<string[]> {
  const real = await realpath(folder).catch(() => folder)
  const plain = [...new Set([folder, real])].map((path) => path.replace(/[^\w/.-]/g, '\\$&'))
  return plain.flatMap((path) => [path, `${path}/**`])
}

async function readOutbox(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => [])
  const newest = names
    .filter((name) => /\.(eml|txt)$/.test(name))
    .sort()
    .reverse()
    .slice(0, 50)
  const texts = await Promise.all(
    newest.map(async (name) => `── ${name}\n\n${await readFile(join(folder, name), 'utf8')}\n`),
  )
  return texts.join('\n') || 'No message has been sent yet.\n'
}
