/**
 * Writes the pages of visitors, and what an investor's say before anything is known, as HTML into a finished web build,
 * from the screens themselves; and the page of the desk, which has styles of its own.
 * In a process of its own (`node src/app/prerender.ts <folder>`): what is rendered must be what production renders.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { layCopies } from './compressed-copies.ts'
import { DESK_PAGE, NAME, PREPARED, PRERENDERED } from './prerendered-pages.ts'
import { ENTRY, filesOf, MANIFEST, TAKE_OVER, type Manifest } from './web-chunks.ts'

const ROOT = join(import.meta.dirname, '../..')
const RENDERER = 'src/app/web/prerender.tsx'
/** Of a query that a page is made for, only whether it is there can be seen in the page. */
const ANY = 'x'

type Change = [what: string | RegExp, by: string]
type Renderer = { renderPage(address: string, view: 'visitor' | 'investor'): Promise<{ title: string; body: string }> }

const folder = resolve(process.argv[2] ?? 'dist')
const text = (...path: string[]) => readFile(join(...path), 'utf8')
const shell = await text(folder, 'index.html')
const manifest = JSON.parse(await text(folder, MANIFEST)) as Manifest
const theme = await text(folder, 'theme.js')
const takingOver = await text(ROOT, 'src/app/web/prerendered.js')
const earlyReads = await text(ROOT, 'src/app/web/early-reads.js')
const entry = filesOf(manifest, [ENTRY])
const LINKED = /<link rel="stylesheet"[^>]* href="\/(.+?)">/
/** In the page itself, so that nothing is left to fetch before the first paint. */
const styles = `<style>${await text(folder, LINKED.exec(shell)?.[1] ?? 'no styles')}</style>`

/** The screens as a module for Node. */
const renderer = join(folder, 'renderer')
await build({
  root: ROOT,
  logLevel: 'error',
  build: { ssr: RENDERER, outDir: renderer, copyPublicDir: false, manifest: false },
})
const { renderPage } = (await import(pathToFileURL(join(renderer, 'prerender.js')).href)) as Renderer

await mkdir(join(folder, 'prerendered'), { recursive: true })
for (const { name, paths, screen, needs, reads } of PRERENDERED) {
  const { title, body } = await renderPage(`${paths[0]}${needs ? `?${needs}=${ANY}` : ''}`, 'visitor')
  await write(
    name,
    theme + takingOver,
    [TAKE_OVER, screen],
    [
      [NAME, `${NAME} data-prerendered${reads ? ` data-reads="${reads.join(' ')}"` : ''}`],
      [/<title>.*?<\/title>/, `<title>${title}</title>`],
      // Sent without scripts, a password must at least not end up in the address.
      ['<div id="root"></div>', `<div id="root">${body.replaceAll('<form ', '<form method="post" ')}</div>`],
    ],
  )
}
for (const { name, paths, modules, opening } of PREPARED) {
  const changes: Change[] = []
  if (opening) {
    const { body } = await renderPage(paths[0] ?? '/', 'investor')
    // Nothing in it can be pressed: React puts the screen in its place as soon as it is drawn.
    changes.push(['<div id="root"></div>', `<div id="root"><div data-opening inert>${body}</div></div>`])
  }
  await write(name, theme + earlyReads, modules, changes)
}
const [deskStyles] = manifest[DESK_PAGE.frame]?.css ?? []
if (deskStyles === undefined) throw new Error('The desk has no styles of its own.')
await write(
  DESK_PAGE.name,
  theme,
  [DESK_PAGE.frame],
  [[NAME, `${NAME} data-desk`]],
  // as the app would ask for them itself; kept by the browser from one page to the next
  `<link rel="stylesheet" crossorigin href="/${deskStyles}">`,
)
await rm(renderer, { recursive: true })

/** Writes the shell with these changes: no script is left to fetch before the first paint, and all that comes is named. */
async function write(
  name: string,
  scripts: string,
  modules: readonly string[],
  changes: Change[],
  sheet = styles,
): Promise<void> {
  const more = [...filesOf(manifest, [ENTRY, ...modules])].filter((file) => !entry.has(file))
  const preloads = more.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('')
  const all: Change[] = [
    ...changes,
    ['<script src="/theme.js"></script>', `<script>${scripts}</script>`],
    [/\s*<script src="\/shell\.js"><\/script>/, ''],
    [LINKED, `${sheet}${preloads}`],
  ]
  const named = shell.replace('<html lang="en"', `<html lang="en" ${NAME}`)
  const html = all.reduce((before, [what, by]) => {
    const after = before.replace(what, () => by)
    if (after === before) throw new Error(`The shell has no ${what} to be replaced in ${name}.`)
    return after
  }, named)
  const file = join(folder, 'prerendered', `${name}.html`)
  await writeFile(file, html)
  await layCopies(file)
}
