/** @module-tag thorough */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './support/app.ts'

const ROOT = join(import.meta.dirname, '..')
const CANARY = 'canary-of-the-data-folder'
/** Kinds of files that Vite handles in ways of their own. */
const FILES = [
  '1-note.txt',
  '2-code.eml',
  'module.js',
  'settings.json',
  'picture.svg',
  'style.css',
  'page.html',
  'data.wasm',
]
/** What makes Vite read a file in another way, and what was once not looked at behind it. */
const QUERIES = [
  ...['', '?raw', '?url', '?import', '?import&raw', '?import&url', '?raw&import', '?inline&import', '?url&inline'],
  ...['?raw??', '?import&raw??', '?raw&url', '?import&?raw', '?.svg?.wasm?init', '?.svg?import', '?init&.wasm?import'],
  ...['?worker', '?worker&inline', '?html-proxy&index=0.css', '?v=1', '?t=1', '?direct', '?import&direct', '#/?raw'],
]

/** All paths in each place; else a third of them in each, and each of them in one. */
const ALL = process.env['PATHS'] === 'all'

type Answer = { status: number | undefined; body: string }

/** As it is written: `fetch` would put a path right, and choose the name of the host by itself. */
async function ask(url: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ host: hostname, port, path, headers }, resolve).once('error', reject).end(),
  )
  return { status: answer.statusCode, body: await text(answer) }
}

/** A folder with a file of each kind, the canary in each. */
async function fill(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const content: Record<string, string> = {
    js: `export const said = '${CANARY}'`,
    json: JSON.stringify({ said: CANARY }),
    svg: `<svg xmlns="http://www.w3.org/2000/svg"><desc>${CANARY}</desc></svg>`,
    css: `/*! ${CANARY} */ a { color: red }`,
  }
  for (const file of FILES) await writeFile(join(folder, file), content[file.split('.')[1] ?? ''] ?? CANARY)
}

describe('development', () => {
  // `.cache` is the project's own, and what Vite keeps below node_modules is among what it serves.
  const inside = join(ROOT, '.cache')
  const served = join(ROOT, 'node_modules/.vite')

  describe.each([
    ['in the project', inside, 0],
    ['among what is served', served, 1],
    ['elsewhere', tmpdir(), 2],
  ])('with its data folder %s', (_where, above, third) => {
    let house: TestApp
    let folder: string
    let link: string
    let data: string
    beforeAll(async () => {
      await mkdir(above, { recursive: true })
      folder = await mkdtemp(join(above, 'development-'))
      // also reached by a link: the folder that the setting names need not be where the files are
      await mkdir(join(folder, 'real'))
      link = join(folder, 'data')
      await symlink(join(folder, 'real'), link)
      house = await startTestApp({ development: true, env: { DATA_DIR: link, APP_URL: 'http://plumb.example:3000' } })
      data = await realpath(link)
      await fill(join(data, 'outbox'))
      await fill(join(data, 'other'))
    })
    afterAll(async () => {
      await house.close()
      await rm(folder, { recursive: true, force: true })
    })

    test('serves the app', async () => {
      const page = await ask(house.url, '/')
      expect([page.status, page.body]).toEqual([200, expect.stringContaining('/@vite/client')])
      expect(await ask(house.url, '/@vite/client')).toMatchObject({ status: 200 })
      const script = await ask(house.url, '/src/app/web/main.tsx')
      expect([script.status, script.body]).toEqual([200, expect.stringContaining('import')])
      expect((await ask(house.url, '/src/ui/styles.css')).status).toBe(200)
    })

    test('serves nothing of the data folder, however it is asked for', async () => {
      const asked = [link, data].flatMap((name) => {
        const within = relative(ROOT, name)
        const plain = [`/${within}`, `/@fs${name}`]
        const roundabout = [
          ...[`/@fs/${name}`, `/@fs${ROOT}/src/../${within}`, `/@fs${ROOT}/src/%2e%2e/${within}`],
          ...[`/@fs${ROOT}/src/..%2f${within}`, `/@fs${name.replaceAll('/', '%2f')}`, `/@fs/x/vite/../..${name}`],
          ...[`/src/../${within}`, `/src/%2e%2e/${within}`, `/src/..%2f${within}`, `/${name}`, `/%2e/${within}`],
          ...[`/@id/${name}`, `/@id/__x00__${name}`, `/@id/@fs${name}`],
        ]
        return [
          ...plain.flatMap((path) => FILES.flatMap((file) => QUERIES.map((query) => `${path}/outbox/${file}${query}`))),
          ...roundabout.flatMap((path) =>
            FILES.slice(0, 4).flatMap((file) => QUERIES.slice(0, 5).map((query) => `${path}/other/${file}${query}`)),
          ),
        ]
      })
      expect(asked.length).toBeGreaterThan(1_000)
      const here = asked.filter((_path, at) => ALL || (at + Math.floor(at / QUERIES.length)) % 3 === third)
      const wrong: string[] = []
      const encoded = Buffer.from(CANARY).toString('base64').slice(0, 20)
      // a few at a time, as a browser would ask for them
      await Promise.all(
        Array.from({ length: 6 }, async (_, first) => {
          for (const path of here.filter((_path, at) => at % 6 === first)) {
            const { body } = await ask(house.url, path)
            if (body.includes(CANARY) || body.includes(encoded)) wrong.push(path)
          }
        }),
      )
      expect(wrong).toEqual([])
    })

    test('serves nothing else of the project than what the browser’s part is made of', async () => {
      for (const path of [
        '/package.json',
        '/docs/access.md',
        '/db/migrations/0001_ledger.sql',
        '/test/support/app.ts',
      ]) {
        for (const asked of [path, `/@fs${ROOT}${path}`, `${path}?raw`, `${path}?import&raw`]) {
          const { status, body } = await ask(house.url, asked)
          expect([asked, status === 200 && !body.includes('/@vite/client')]).toEqual([asked, false])
        }
      }
    })
  })

  describe('asked by another name', () => {
    let house: TestApp
    beforeAll(async () => {
      house = await startTestApp({ development: true, env: { APP_URL: 'http://plumb.example:3000' } })
      await house.visitor().register('somebody')
      await house.visitor().get('/')
    })
    afterAll(() => house.close())

    const FOREIGN = [
      ...[
        'evil.example',
        'evil.example:3000',
        'localhost.evil.example',
        '127.0.0.1.evil.example',
        'plumb.example.evil.com',
      ],
      ...['localhost@evil.example', 'evil.example@localhost', 'xlocalhost', '192.0.2.1', '[::2]', 'localhost evil'],
    ]

    test.each(FOREIGN)('%j is refused whatever it asks for', async (host) => {
      for (const path of [
        '/dev/outbox',
        '/',
        '/src/app/web/main.tsx',
        '/@vite/client',
        '/api/docs',
        '/sanctum/csrf-cookie',
      ]) {
        const forwarded = { host, 'x-forwarded-host': 'localhost' }
        const { status, body } = await ask(house.url, path, forwarded)
        expect([path, status === 403 || status === 400]).toEqual([path, true])
        expect(body).not.toContain('somebody')
        expect(body).not.toContain('import')
      }
    })

    test.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'plumb.localhost'])(
      '%s is this machine, which reads the outbox',
      async (host) => {
        await expect.poll(async () => (await ask(house.url, '/dev/outbox', { host })).body).toContain('somebody')
        expect((await ask(house.url, '/', { host })).status).toBe(200)
      },
    )

    test('the app’s own name is answered, also by Vite, but for the outbox', async () => {
      const host = 'plumb.example:3000'
      for (const path of ['/', '/src/app/web/main.tsx', '/api/docs']) {
        expect((await ask(house.url, path, { host })).status).toBe(200)
      }
      expect((await ask(house.url, '/dev/outbox', { host })).status).toBe(404)
    })
  })
})
