import { glob, readFile } from 'node:fs/promises'
import { dirname, join, matchesGlob, normalize } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const WEB = 'src/app/web'
/** The screens whose paths stand for everybody: an administrator sees them inside the desk's frame. */
const ALSO_ADMINISTRATORS = [
  ...['reset-password', 'setup', 'invitation', 'terms', 'profile'].map((name) => `src/identity/web/${name}.tsx`),
  ...['src/roles/web/accept-roles.tsx', `${WEB}/error-screen.tsx`, 'src/security/web/security.tsx'],
  ...['src/security/web/link-screen.tsx'],
]
const ROUTES = `${WEB}/routes.tsx`
const isDesk = (path: string) => path.startsWith('src/desk/') || path === `${WEB}/admin-frame.tsx`

const texts = new Map<string, string>()
beforeAll(async () => {
  for await (const path of glob('src/**/*.{ts,tsx}', { cwd: ROOT })) {
    if (!/\.test\.tsx?$/.test(path)) texts.set(path, await readFile(join(ROOT, path), 'utf8'))
  }
})

/** What a file imports, at once or later. */
function importsOf(path: string): string[] {
  const written = [...(texts.get(path) ?? '').matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)]
  return written.map(([, to = '']) => (to.startsWith('#') ? `src/${to.slice(1)}` : normalize(join(dirname(path), to))))
}

/** The components that some files need, directly or by way of others. The routes lead everywhere and are left out. */
function neededBy(roots: readonly string[], isOther: (path: string) => boolean): string[] {
  const seen = new Set<string>()
  const visit = (path: string) => {
    if (seen.has(path) || isOther(path) || !texts.has(path)) return
    seen.add(path)
    importsOf(path).forEach(visit)
  }
  roots.forEach(visit)
  return [...seen].filter((path) => path.endsWith('.tsx'))
}

/** What a sheet's list leaves out of its sources. */
async function leftOutBy(sheet: string): Promise<string[]> {
  const text = await readFile(join(ROOT, WEB, sheet), 'utf8')
  return [...text.matchAll(/@source not '(.+?)'/g)].map(([, path = '']) => {
    const pattern = normalize(join(WEB, path))
    return pattern.endsWith('.tsx') ? pattern : `${pattern}/**`
  })
}

describe('the styles of a page', () => {
  const mounted = () => importsOf(ROUTES).filter((path) => path.endsWith('.tsx'))
  const sides = {
    'investor.css': () => neededBy([`${WEB}/main.tsx`, ...mounted()], isDesk),
    'desk.css': () =>
      neededBy(
        [`${WEB}/main.tsx`, ...mounted().filter(isDesk), ...ALSO_ADMINISTRATORS],
        (path) => path === ROUTES || path === `${WEB}/investor-frame.tsx`,
      ),
  }

  test.each(Object.entries(sides))('are all in %s, whatever else uses a component', async (sheet, needed) => {
    const leftOut = await leftOutBy(sheet)
    const paths = needed()
    expect(paths.length).toBeGreaterThan(100)
    expect(paths.filter((path) => leftOut.some((pattern) => matchesGlob(path, pattern)))).toEqual([])
  })

  test.each(Object.keys(sides))('have no line in %s that leaves out nothing', async (sheet) => {
    const empty = (await leftOutBy(sheet)).filter(
      (pattern) => ![...texts.keys()].some((path) => matchesGlob(path, pattern)),
    )
    expect(empty).toEqual([])
  })
})
