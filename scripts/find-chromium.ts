/** Finds a Chromium that really shows a page here, or brings one: for the journeys, on whatever machine they run. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { chromium as playwright } from 'playwright-core'

const CACHE = join(import.meta.dirname, '..', '.cache')
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const ON_MAC = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

/** Nothing that talks to the world by itself, and nothing that needs a graphics card or rights of its own. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]
/**
 * What pages of a minute need a tenth less of a processor with: they are drawn by the browser's own process, and nothing
 * is compiled a second time to run faster later.
 */
const LIGHT = ['--in-process-gpu', '--js-flags=--no-opt,--no-maglev']

export type Chromium = { path: string; args: string[]; source: string }

/**
 * The first that shows a page, with the version in `source`. Throws a sentence that says what to do when none does.
 * `light` is for journeys, and not for measuring: it takes the one that npm brings before an installed one, a headless
 * shell, which draws pages and no window around them, and needs a third less of a processor for the same journey.
 */
export async function findChromium({ light = false } = {}): Promise<Chromium> {
  const args = light ? [...ARGUMENTS, ...LIGHT] : ARGUMENTS
  const given = process.env['CHROMIUM_PATH']
  if (given !== undefined) {
    const tried = await tryOut({ path: given, args }, 'CHROMIUM_PATH')
    if (tried === undefined) throw new Error(`CHROMIUM_PATH names ${given}, which shows no page. Set another or none.`)
    return tried
  }
  const tries = [() => tryInstalled(args), () => tryBrought(args)]
  for (const attempt of light ? tries.reverse() : tries) {
    const tried = await attempt()
    if (tried !== undefined) return tried
  }
  throw new Error(
    'No Chromium was found that shows a page. Install one (Debian: apt-get install chromium), ' +
      'or run npx playwright-core install chromium, or set CHROMIUM_PATH.',
  )
}

async function tryInstalled(args: string[]): Promise<Chromium | undefined> {
  for (const path of installed()) {
    const tried = await tryOut({ path, args }, path)
    if (tried !== undefined) return tried
  }
  return undefined
}

async function tryBrought(args: string[]): Promise<Chromium | undefined> {
  const path = bringChromium()
  return path === undefined ? undefined : tryOut({ path, args }, 'the package @sparticuz/chromium')
}

function installed(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...ON_MAC, playwright.executablePath()].filter((path) => existsSync(path))
}

type Started = Omit<Chromium, 'source'>
async function tryOut({ path, args }: Started, where: string): Promise<Chromium | undefined> {
  const browser = await playwright.launch({ executablePath: path, args, timeout: 30_000 }).catch(() => {})
  if (browser === undefined) return undefined
  try {
    const page = await browser.newPage()
    await page.setContent('<p>seen</p>', { timeout: 30_000 })
    const seen = await page.textContent('p', { timeout: 30_000 })
    return seen === 'seen' ? { path, args, source: `Chromium ${browser.version()} (${where})` } : undefined
  } catch {
    return undefined
  } finally {
    await browser.close()
  }
}

/** Unpacks the Chromium that npm brings for Linux on x64, with the libraries that a bare machine lacks. */
function bringChromium(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const build = dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'))
  const { version }: { version: string } = JSON.parse(readFileSync(join(build, '..', 'package.json'), 'utf8'))
  const folder = join(CACHE, `chromium-shell-${version}`)
  const start = join(folder, 'start')
  if (existsSync(start)) return start
  const half = `${folder}.${process.pid}`
  mkdirSync(half, { recursive: true })
  try {
    // The package unpacks to the folder for temporary files, which all processes share: here it gets its own.
    const source = `
      import { inflate } from ${JSON.stringify(join(build, 'index.js'))}
      for (const name of ['chromium.br', 'fonts.tar.br', 'al2023.tar.br', 'swiftshader.tar.br']) {
        await inflate(${JSON.stringify(join(build, '..', 'bin'))} + '/' + name)
      }`
    const unpacked = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
      env: { ...process.env, TMPDIR: half },
      encoding: 'utf8',
    })
    if (unpacked.status !== 0) throw new Error(`Chromium could not be unpacked to ${half}: ${unpacked.stderr}`)
    // Theirs names folders that are not there: text that no font of ours draws had no height.
    writeFileSync(
      join(half, 'fonts', 'fonts.conf'),
      `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts/cache</cachedir>
</fontconfig>
`,
    )
    writeFileSync(
      join(half, 'start'),
      `#!/bin/sh
here=${JSON.stringify(folder)}
export LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`,
    )
    chmodSync(join(half, 'start'), 0o755)
    chmodSync(join(half, 'chromium'), 0o755)
    renameSync(half, folder)
    return start
  } catch (error) {
    // Another process may have done the same in the meantime.
    if (existsSync(start)) return start
    throw error
  } finally {
    rmSync(half, { recursive: true, force: true })
  }
}

if (import.meta.main) console.log(await findChromium())
