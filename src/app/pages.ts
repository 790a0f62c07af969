import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Settings } from '#kit/config.ts'
import type { Database } from '#kit/database.ts'
import { DEFAULT_NAME } from '#mail/operator-name.ts'
import { DOCS_STYLE, docsPage } from './docs-page.ts'
import { openApi } from './openapi.ts'
import { manifestInLook } from './look-pages.ts'
import { askOperator, writeOperator } from './operator-pages.ts'
import { DEMO_NOTE, DEMO_STYLE } from './demo-note.ts'
import { builtPageFor, DESK_PAGE, PREPARED, PRERENDERED } from './prerendered-pages.ts'
import { compressed, readBuiltPage, sendPage, takesBrotli, type BuiltPage } from './send-page.ts'
import { termsPages } from './terms-page.ts'
import { addressBehind } from './visitors.ts'
import { WEB_FOLDER } from './web-build.ts'

const DEMO_BANNER = `<style>:root{--banner:20px}${DEMO_STYLE}</style>${DEMO_NOTE}`

/** The web app's files and its one page, the document of the wire and its reading page. */
export async function addPages(
  server: FastifyInstance,
  db: Database,
  { appUrl, demo }: Pick<Settings, 'appUrl' | 'demo'>,
): Promise<void> {
  // made when somebody reads them
  let document: string | undefined
  let docs: string | undefined
  server.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json').send((document ??= JSON.stringify(openApi(appUrl)))),
  )
  server.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send((docs ??= docsPage())))
  server.get('/api/docs.css', async (_request, reply) => reply.type('text/css').send(DOCS_STYLE))

  const banner = demo ? DEMO_BANNER : ''
  const shell = await readBuiltPage('index.html', banner)
  const built = new Map<string, BuiltPage>()
  for (const { name } of [...PRERENDERED, ...PREPARED, DESK_PAGE])
    built.set(name, await readBuiltPage(`prerendered/${name}.html`, banner))
  const [operatorNow, inItsName, termsPage] = [askOperator(db), writeOperator(), termsPages(db)]
  const manifest = await readFile(join(WEB_FOLDER, 'manifest.webmanifest'), 'utf8')
  server.get('/manifest.webmanifest', async (request, reply) => {
    const { name, look } = await operatorNow()
    const text = manifestInLook(manifest, look).replaceAll(`"${DEFAULT_NAME}"`, () => JSON.stringify(name))
    const small = takesBrotli(request.headers['accept-encoding'])
    if (small) void reply.header('content-encoding', 'br')
    void reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding')
    return reply.type('application/manifest+json; charset=utf-8').send(small ? compressed(text) : text)
  })
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
  server.setNotFoundHandler(async (request, reply) => {
    const [path = '/', query] = request.url.split('?')
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|sanctum|dev|assets)(\/|$)/.test(path)
    if (!isPage) return reply.code(404).send({ message: 'There is no such address.' })
    const asked = new URLSearchParams(query)
    const name = builtPageFor(path, asked) ?? ''
    const operator = await operatorNow()
    const page = inItsName(built.get(name) ?? shell, operator)
    const terms = { version: asked.get('version'), address: addressBehind(request) }
    return sendPage(request, reply, name === 'terms' ? await termsPage(page, operator, terms) : page)
  })
}

/** Files under assets/ carry their hash in the name and never change; all others may be other ones tomorrow. */
export function cachingOf(path: string, folder = WEB_FOLDER): string {
  return path.startsWith(join(folder, 'assets') + sep) ? 'public, max-age=31536000, immutable' : 'no-cache'
}
