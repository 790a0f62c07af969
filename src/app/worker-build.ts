/**
 * Writes the service worker into a finished web build, with the list of the files that it keeps for offline.
 * In a process of its own, after everything else is in the folder: `node src/app/worker-build.ts <folder>`.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { layCopies } from './compressed-copies.ts'
import { ENTRY, filesOf, MANIFEST, type Manifest, OFFLINE_CORE } from './web-chunks.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Bytes after brotli that a first visit may load in the background. */
const LARGEST = 250 * 1024
/** What has to be there for the dashboard to stand, for a modal to open, for a panel to slide in and to hear of changes. */
const MODULES = [
  'src/app/web/investor-frame.tsx',
  'src/app/web/device.tsx',
  'src/app/web/events.ts',
  'src/app/web/kept-reads.ts',
  'src/identity/web/end-session.ts',
  'src/overview/web/dashboard.tsx',
  'src/overview/web/parts.tsx',
  'src/ui/modal-dialog.tsx',
  'src/ui/panel-sheet.tsx',
]
// not the manifest, which says the operator's name and is asked for only when there is a connection
const PUBLIC = ['index.html', 'theme.js', 'shell.js', 'icon.svg', 'icon-192.png']

const folder = resolve(process.argv[2] ?? 'dist')
const manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Manifest
const font = /\/(assets\/host-grotesk[\w-]*\.woff2)/.exec(await readFile(join(folder, 'index.html'), 'utf8'))?.[1]
if (font === undefined) throw new Error('The page names no font to be kept.')
const hashed = [...filesOf(manifest, [ENTRY, ...MODULES]), ...(manifest[ENTRY]?.css ?? []), font]

const files = await Promise.all([
  ...PUBLIC.map(async (file) => ({ url: `/${file}`, revision: await revisionOf(file) })),
  // their names carry their hash
  ...hashed.map(async (file) => ({ url: `/${file}`, revision: null })),
])
const sizes = await Promise.all(files.map(async ({ url }) => sizeOf(url.slice(1))))
const bytes = sizes.reduce((sum, size) => sum + size, 0)
if (bytes > LARGEST) throw new Error(`The offline core has ${bytes} bytes, ${LARGEST} are allowed.`)

await build({
  root: ROOT,
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  define: {
    'process.env.NODE_ENV': '"production"',
    CORE: JSON.stringify({ files, entry: `/${manifest[ENTRY]?.file}` }),
  },
  build: {
    outDir: folder,
    emptyOutDir: false,
    target: 'es2023',
    rolldownOptions: {
      input: 'src/app/web/worker/sw.ts',
      output: { format: 'iife', entryFileNames: 'sw.js' },
    },
  },
})
await layCopies(join(folder, 'sw.js'))
await writeFile(join(folder, OFFLINE_CORE), JSON.stringify({ files: files.map(({ url }) => url), bytes }))

async function revisionOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(join(folder, file)))
    .digest('hex')
    .slice(0, 16)
}

/** As it goes over the line: pictures and fonts are compressed already. */
async function sizeOf(file: string): Promise<number> {
  const content = await readFile(join(folder, file))
  return /\.(png|woff2)$/.test(file) ? content.length : brotliCompressSync(content).length
}
