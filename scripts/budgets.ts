/**
 * What a browser has to load before a page works, in bytes after brotli, against the budgets.
 * Run after `vite build`: `node scripts/budgets.ts`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { DESK_PAGE } from '#app/prerendered-pages.ts'
import { circlesIn, ENTRY, filesOf, MANIFEST, OFFLINE_CORE, TAKE_OVER, type Manifest } from '#app/web-chunks.ts'

export type BudgetLine = { what: string; bytes: number; limit: number }

const KB = 1024
const SIGNED_OUT = [
  'register',
  'forgot-password',
  'reset-password',
  'verify',
  'invitation',
  'invited-home',
  'terms',
  'setup',
].map((name) => `src/identity/web/${name}.tsx`)
const LOGIN = 'src/factors/web/login.tsx'
SIGNED_OUT.push(
  LOGIN,
  'src/funds/web/books.tsx',
  'src/factors/web/sign-in-factor.tsx',
  'src/roles/web/accept-roles.tsx',
)
/** Besides the scripts: the page with its styles in it, and what it points to. */
const FIRST_VISIT = ['prerendered/login.html', 'icon.svg', 'manifest.webmanifest']
const DASHBOARD = 'src/overview/web/dashboard.tsx'
const MARKET = 'src/market/web/market.tsx'
const CHART = 'src/market/web/candle-chart.tsx'

/** Each screen with the modules that its first paint needs besides the entry, and its limit in KB. */
function screensOf(manifest: Manifest): { screen: string; modules: string[]; limit: number }[] {
  // the routes come with the entry, so every screen is a dynamic import of a file that it needs
  const first = filesOf(manifest, [ENTRY])
  const chunks = Object.values(manifest).filter(({ file }) => first.has(file))
  const mounted = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports ?? []))
  const rest = [...mounted]
    .filter((name) => /^src\/(desk\/|(?!app\/)\w+\/web\/)/.test(name))
    .filter((name) => !SIGNED_OUT.includes(name) && name !== DASHBOARD)
  if (rest.length === 0) throw new Error('The build mounts no screens: are the routes still with the entry?')
  return [
    ...SIGNED_OUT.map((screen) => ({ screen, modules: [screen], limit: 105 })),
    { screen: DASHBOARD, modules: ['src/app/web/investor-frame.tsx', DASHBOARD], limit: 115 },
    ...rest.map((screen) => ({ screen, modules: ['src/app/web/admin-frame.tsx', screen], limit: 150 })),
  ]
}

/** Measures a build. Throws where a screen with a limit of its own is not in it, so that a budget never passes unseen. */
export function measureBudgets(dist: string): BudgetLine[] {
  const manifest = JSON.parse(readFileSync(join(dist, MANIFEST), 'utf8')) as Manifest
  const circles = circlesIn(manifest)
  if (circles.length > 0) throw new Error(`Chunks import one another in a circle: ${circles.join(', ')}`)
  const sizes = new Map<string, number>()
  /** Each file is compressed once, however many screens need it. */
  const size = (file: string) => {
    const bytes = sizes.get(file) ?? brotliCompressSync(readFileSync(join(dist, file))).length
    sizes.set(file, bytes)
    return bytes
  }
  const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + size(file), 0)

  const screens = screensOf(manifest).map(({ screen, modules, limit }) => ({
    what: `JavaScript of ${screen}`,
    bytes: total(filesOf(manifest, [ENTRY, ...modules])),
    limit: limit * KB,
  }))
  const styles = stylesOf(manifest)
  const fonts = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.woff2'))
  if (fonts.length !== 1) throw new Error(`Expected one font in ${dist}.`)
  // a font is compressed already
  const font = readFileSync(join(dist, 'assets', fonts[0] ?? '')).length
  const core = JSON.parse(readFileSync(join(dist, OFFLINE_CORE), 'utf8')) as { files: string[]; bytes: number }
  const first = [...filesOf(manifest, [ENTRY, TAKE_OVER, LOGIN]), ...FIRST_VISIT]
  // what the chart adds to its screen, which comes without it
  const before = filesOf(manifest, [ENTRY, 'src/app/web/investor-frame.tsx', MARKET])
  const chart = [...filesOf(manifest, [CHART])].filter((file) => !before.has(file))
  return [
    ...screens,
    { what: `JavaScript that ${CHART} adds`, bytes: total(chart), limit: 50 * KB },
    { what: 'first visit in all', bytes: total(first) + font, limit: 160 * KB },
    { what: 'CSS of visitors and investors', bytes: size(styles.everybody), limit: 10 * KB },
    { what: 'CSS of the desk', bytes: size(styles.desk), limit: 10 * KB },
    { what: 'font', bytes: font, limit: 20 * KB },
    { what: `${core.files.length} files kept for offline`, bytes: core.bytes, limit: 250 * KB },
  ]
}

/**
 * The two sheets that there are. A page has one of them and each is complete, so that is all of its styles: the first
 * stands in the page or is linked by the shell, the second is linked by the desk's page. Both are there only where an
 * administrator opens an address that is everybody's (sign-in, profile): the page comes with its styles in it, and the
 * desk's frame asks for its own.
 */
function stylesOf(manifest: Manifest): { everybody: string; desk: string } {
  const [everybody] = manifest[ENTRY]?.css ?? []
  const [desk] = manifest[DESK_PAGE.frame]?.css ?? []
  const all = new Set(Object.values(manifest).flatMap(({ css }) => css ?? []))
  if (everybody === undefined || desk === undefined || all.size !== 2)
    throw new Error(`Expected one sheet of the entry and one of the desk, found ${[...all].join(', ')}.`)
  return { everybody, desk }
}

/** The measurements as lines of text, those over their budget marked. */
export function budgetTable(lines: readonly BudgetLine[]): string {
  return lines
    .map(({ what, bytes, limit }) => {
      const verdict = bytes > limit ? 'OVER' : 'ok'
      return `${(bytes / KB).toFixed(1).padStart(7)} KB of ${String(limit / KB).padStart(3)} KB  ${verdict.padEnd(4)}  ${what}`
    })
    .join('\n')
}

if (import.meta.main) {
  if (!existsSync(join('dist', MANIFEST))) throw new Error('Nothing is built yet: run `vite build` first.')
  const lines = measureBudgets('dist')
  console.log(budgetTable(lines))
  if (lines.some(({ bytes, limit }) => bytes > limit)) process.exitCode = 1
}
