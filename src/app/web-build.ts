import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { cp, glob, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, DAY } from '#kit/clock.ts'
import { codeOf } from '#kit/error-code.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Where the built web app lies. */
export const WEB_FOLDER = join(ROOT, 'dist')
const STAMP = '.built-from'
/** How long the files of earlier builds are kept: a page that was opened before still asks for them. */
const KEPT = 7 * DAY
/** How often a folder is looked for again that another process is just replacing, after ever longer pauses. */
const TRIES = 4
const PAUSE = 25
const SOURCES = [
  'index.html',
  'vite.config.ts',
  'src/app/web-build.ts',
  'src/app/*chunk*.ts',
  'src/app/compressed-copies.ts',
  'src/app/icon-files.ts',
  'src/app/prerender*.ts',
  'src/app/worker-build.ts',
  'package-lock.json',
  'public/**/*.*',
  'src/texts/*.ts',
  'src/ui/**/*.*',
  'src/money/*.ts',
  'src/kit/wire.ts',
  'src/*/contract.ts',
  'src/*/{rules,*-rules}.ts',
  'src/desk/**/*.*',
  'src/*/web/**/*.*',
]

/** Builds the web app when its sources have changed since the last build. Safe when two processes do it at once. */
export async function buildWebWhenStale(clock: Clock, say: (line: string) => void): Promise<void> {
  const wanted = await fingerprintOfSources()
  if ((await readStamp()) === wanted) return
  say('Building the web app (a few seconds)…')
  const folder = join(ROOT, '.cache', `web-${randomUUID()}`)
  await mkdir(folder, { recursive: true })
  try {
    await run('node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error')
    await run('src/app/prerender.ts', folder)
    await run('src/app/worker-build.ts', folder)
    await keepEarlierFiles(folder, clock.now().getTime() - KEPT)
    await writeFile(join(folder, STAMP), wanted)
    await putInPlace(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** In a process of its own: what NODE_ENV says here (a test's, say) must not decide what people get. */
async function run(program: string, ...options: string[]): Promise<void> {
  const step = spawn(process.execPath, [join(ROOT, program), ...options], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [step.stdout, step.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  const code = await new Promise((resolve, reject) => {
    step.once('error', reject)
    step.once('close', resolve)
  })
  if (code !== 0) throw new Error(`The web app could not be built:\n${said.trim()}`)
}

/**
 * Takes over the files of earlier builds, whose names carry their hash, unless they are older than `since`. From the
 * beginning where another process puts its own build there meanwhile: what was half copied would be missed by open pages.
 */
async function keepEarlierFiles(folder: string, since: number): Promise<void> {
  const earlier = join(WEB_FOLDER, 'assets')
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      await cp(earlier, join(folder, 'assets'), {
        recursive: true,
        force: false,
        preserveTimestamps: true,
        filter: async (path) => path === earlier || (await stat(path)).mtimeMs > since,
      })
      return
    } catch (error) {
      // there is none yet, or it has just been moved away
      if (codeOf(error) !== 'ENOENT') throw error
      await pause(tries * PAUSE)
    }
  }
}

async function putInPlace(folder: string): Promise<void> {
  const old = join(ROOT, '.cache', `web-old-${randomUUID()}`)
  try {
    await rename(WEB_FOLDER, old)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  try {
    await rename(folder, WEB_FOLDER)
  } catch (error) {
    // Another process has just put the same build there.
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error
  }
  await rm(old, { recursive: true, force: true })
}

async function fingerprintOfSources(): Promise<string> {
  const files: string[] = []
  for await (const file of glob(SOURCES, { cwd: ROOT })) if (!/\.test\.tsx?$/.test(file)) files.push(file)
  const hash = createHash('sha256')
  for (const file of [...new Set(files)].sort()) hash.update(file).update(await readFile(join(ROOT, file)))
  return hash.digest('hex')
}

async function readStamp(): Promise<string | undefined> {
  try {
    return await readFile(join(WEB_FOLDER, STAMP), 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
