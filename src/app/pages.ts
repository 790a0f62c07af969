import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '#kit/config.ts'
import type { Database } from '#kit/database.ts'
import { DEFAULT_NAME } from '#mail/operator-name.ts'
import { DOCS_STYLE, docsPage } from './docs-page.ts'
import { openApi } from './openapi.ts'
import { cachingOf, keptFiles } from './kept-files.ts'
import { manifestInLook } from './look-pages.ts'
import { type KnownOperator, onceForOperator, writeOperator } from './operator-pages.ts'
import { DEMO_NOTE, DEMO_STYLE } from './demo-note.ts'
import { builtPageFor, DESK_PAGE, PREPARED, PRERENDERED } from './prerendered-pages.ts'
import { bodyOfText, sendBody } from './send-body.ts'
import { readBuiltPage, sendPage, type BuiltPage } from './send-page.ts'
import { termsPages } from './terms-page.ts'
import { addressBehind } from './visitors.ts'
import { WEB_FOLDER } from './web-build.ts'

const DEMO_BANNER = `<style>:root{--banner:20px}${DEMO_STYLE}</style>${DEMO_NOTE}`

/** The web app's files and its one page, the document of the wire and its reading page. */
export async function addPages(
  server: FastifyInstance,
  db: Database,
  operator: KnownOperator,
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
  const file = await keptFiles(WEB_FOLDER)
  const shell = await readBuiltPage('index.html', file, banner)
  const built = new Map<string, BuiltPage>()
  for (const { name } of [...PRERENDERED, ...PREPARED, DESK_PAGE])
    built.set(name, await readBuiltPage(`prerendered/${name}.html`, file, banner))
  const [inItsName, termsPage] = [onceForOperator(writeOperator), termsPages(db)]
  const manifest = { text: await readFile(join(WEB_FOLDER, 'manifest.webmanifest'), 'utf8') }
  const inItsLook = onceForOperator(({ text }: typeof manifest, { name, look }) =>
    bodyOfText(manifestInLook(text, look).replaceAll(`"${DEFAULT_NAME}"`, () => JSON.stringify(name))),
  )
  server.get('/manifest.webmanifest', async (request, reply) => {
    void reply.header('cache-control', 'no-cache')
    return sendBody(request, reply, inItsLook(manifest, await operator.now()), MANIFEST)
  })
  // the page that is kept for when there is no connection
  if (demo) server.get('/index.html', (request, reply) => sendPage(request, reply, shell))
  // for what a later build has laid there since
  await server.register(fastifyStatic, {
    root: WEB_FOLDER,
    serve: false,
    dotfiles: 'deny',
    cacheControl: false,
    preCompressed: true,
    // of what is there alone: another build may lay what is not
    setHeaders: (sent) => void sent.header('cache-control', cachingOf('/assets/')),
  })
  server.get('/*', async (request, reply) => {
    const [path = '/', query] = request.url.split('?')
    const kept = file(path)
    if (kept !== undefined) {
      const { body, type, caching } = await kept
      void reply.header('cache-control', caching)
      return sendBody(request, reply, body, type)
    }
    if (/^\/assets\/[\w-][\w.-]*$/.test(path)) {
      return reply.sendFile(path)
    }
    if (/^\/(api|sanctum|dev|assets)(\/|$)/.test(path)) return reply.callNotFound()
    const asked = new URLSearchParams(query)
    const name = builtPageFor(path, asked) ?? ''
    const now = operator.now()
    const known = now instanceof Promise ? await now : now
    const page = inItsName(built.get(name) ?? shell, known)
    const terms = { version: asked.get('version'), address: addressBehind(request) }
    return sendPage(request, reply, name === 'terms' ? await termsPage(page, known, terms) : page)
  })
  server.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'There is no such address.' }))
}

const MANIFEST = 'application/manifest+json; charset=utf-8'
