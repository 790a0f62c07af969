import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { join, sep } from 'node:path'
import type { Settings } from '#kit/config.ts'
import { DOCS_STYLE, docsPage } from './docs-page.ts'
import { openApi } from './openapi.ts'
import { builtPageFor, PREPARED, PRERENDERED } from './prerendered-pages.ts'
import { readBuiltPage, sendPage, type BuiltPage } from './send-page.ts'
import { WEB_FOLDER } from './web-build.ts'

/** Above every page of the demo. */
const DEMO_BANNER =
  '<style>:root{--banner:20px}.demo{position:sticky;top:0;z-index:70;background:#8a5a00;color:#fff;font:500 12px/20px system-ui,sans-serif;text-align:center}</style>' +
  '<p class="demo" role="note">Demo: nobody and no money here is real.</p>'

/** The web app's files and its one page, the document of the wire and its reading page. */
export async function addPages(
  server: FastifyInstance,
  { appUrl, demo }: Pick<Settings, 'appUrl' | 'demo'>,
): Promise<void> {
  const document = JSON.stringify(openApi(appUrl))
  const docs = docsPage()
  server.get('/api/openapi.json', async (_request, reply) => reply.type('application/json').send(document))
  server.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(docs))
  server.get('/api/docs.css', async (_request, reply) => reply.type('text/css').send(DOCS_STYLE))

  const banner = demo ? DEMO_BANNER : ''
  const shell = await readBuiltPage('index.html', banner)
  const built = new Map<string, BuiltPage>()
  for (const { name } of [...PRERENDERED, ...PREPARED])
    built.set(name, await readBuiltPage(`prerendered/${name}.html`, banner))
  // the page that is kept for when there is no connection
  if (demo) server.get('/index.html', (request, reply) => sendPage(request, reply, shell))
  await server.register(fastifyStatic, {
    root: WEB_FOLDER,
    index: false,
    dotfiles: 'deny',
    cacheControl: false,
    // the build lays a brotli copy beside each text file
    preCompressed: true,
    // what ends with a slash is a page: without a compressed copy to look for it would be refused as a folder
    allowedPath: (path) => !path.endsWith('/'),
    setHeaders: (reply, path) => void reply.header('cache-control', cachingOf(path)),
  })
  server.setNotFoundHandler((request, reply) => {
    const [path = '/', query] = request.url.split('?')
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|sanctum|dev|assets)(\/|$)/.test(path)
    if (!isPage) return reply.code(404).send({ message: 'There is no such address.' })
    const name = builtPageFor(path, new URLSearchParams(query)) ?? ''
    return sendPage(request, reply, built.get(name) ?? shell)
  })
}

/** Files under assets/ carry their hash in the name and never change; all others may be other ones tomorrow. */
export function cachingOf(path: string, folder = WEB_FOLDER): string {
  return path.startsWith(join(folder, 'assets') + sep) ? 'public, max-age=31536000, immutable' : 'no-cache'
}
