import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createServer } from 'vite'
import type { Settings } from '#kit/settings.ts'
import { DOCS_STYLE, docsPage } from './docs-page.ts'
import { openApi } from './openapi.ts'

const ROOT = join(import.meta.dirname, '../..')
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** The web app with hot reload, and the outbox as a page for this machine alone. Never in production. */
export async function addDevelopmentPages(server: FastifyInstance, settings: Settings): Promise<void> {
  const vite = await createServer({ root: ROOT, server: { middlewareMode: true }, appType: 'custom' })
  server.addHook('onClose', () => vite.close())
  server.get('/api/openapi.json', async () => openApi(settings.appUrl))
  server.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(docsPage()))
  server.get('/api/docs.css', async (_request, reply) => reply.type('text/css').send(DOCS_STYLE))
  server.get('/dev/outbox', async (request, reply) => {
    if (!LOOPBACK.has(request.ip)) return reply.code(404).send({ message: 'There is no such address.' })
    return reply.type('text/plain; charset=utf-8').send(await readOutbox(join(settings.dataDir, 'outbox')))
  })
  server.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    if (/^\/(api|sanctum)(\/|$)/.test(path) || request.method !== 'GET') {
      return reply.code(404).send({ message: 'There is no such address.' })
    }
    reply.hijack()
    // Vite's own client and React's refresh need inline scripts and a socket.
    reply.raw.removeHeader('content-security-policy')
    vite.middlewares(request.raw, reply.raw, async () => {
      const page = await readFile(join(ROOT, 'index.html'), 'utf8')
      reply.raw.setHeader('content-type', 'text/html; charset=utf-8')
      reply.raw.end(await vite.transformIndexHtml(request.url, page))
    })
  })
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
