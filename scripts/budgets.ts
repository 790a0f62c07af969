/**
 * What a browser has to load before a page works, in bytes after brotli, against the budgets.
 * Run after `vite build`: `node scripts/budgets.ts`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>
export type BudgetLine = { what: string; bytes: number; limit: number }

const KB = 1024
const ENTRY = 'index.html'
const SIGNED_OUT = [
  'login',
  'register',
  'forgot-password',
  'reset-password',
  'verify',
  'invitation',
  'terms',
  'setup',
].map((name) => `src/identity/web/${name}.tsx`)
const DASHBOARD = 'src/overview/web/dashboard.tsx'

/** Each screen with the modules that its first paint needs besides the entry, and its limit in KB. */
function screensOf(manifest: Manifest): { screen: string; modules: string[]; limit: number }[] {
  // the routes stand in the entry, so every screen is one of its dynamic imports
  const mounted = (manifest[ENTRY]?.dynamicImports ?? []).filter((name) => /^src\/(?!app\/)\w+\/web\//.test(name))
  const rest = mounted.filter((name) => !SIGNED_OUT.includes(name) && name !== DASHBOARD)
  return [
    ...SIGNED_OUT.map((screen) => ({ screen, modules: [screen], limit: 105 })),
    { screen: DASHBOARD, modules: ['src/app/web/investor-frame.tsx', DASHBOARD], limit: 115 },
    ...rest.map((screen) => ({ screen, modules: ['src/app/web/admin-frame.tsx', screen], limit: 150 })),
  ]
}

/** Measures a build. Throws where a screen with a limit of its own is not in it, so that a budget never passes unseen. */
export function measureBudgets(dist: string): BudgetLine[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const size = (file: string) => brotliCompressSync(readFileSync(join(dist, file))).length
  const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + size(file), 0)

  const screens = screensOf(manifest).map(({ screen, modules, limit }) => ({
    what: `JavaScript of ${screen}`,
    bytes: total(filesOf(manifest, [ENTRY, ...modules])),
    limit: limit * KB,
  }))
  const styles = new Set(Object.values(manifest).flatMap(({ css }) => css ?? []))
  const fonts = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.woff2'))
  if (styles.size === 0 || fonts.length !== 1) throw new Error(`Expected styles and one font in ${dist}.`)
  // a font is compressed already
  const font = readFileSync(join(dist, 'assets', fonts[0] ?? '')).length
  return [
    ...screens,
    { what: 'CSS', bytes: total(styles), limit: 10 * KB },
    { what: 'font', bytes: font, limit: 20 * KB },
  ]
}

/** The files of some modules and of everything that they import before they run. */
function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no chunk for ${name}: is it still a screen of its own?`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  modules.forEach(visit)
  return files
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
  if (!existsSync('dist/.vite/manifest.json')) throw new Error('Nothing is built yet: run `vite build` first.')
  const lines = measureBudgets('dist')
  console.log(budgetTable(lines))
  if (lines.some(({ bytes, limit }) => bytes > limit)) process.exitCode = 1
}
