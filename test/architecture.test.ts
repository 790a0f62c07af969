import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const READING_ORDER = [
  'money',
  'kit',
  'ui',
  'ledger',
  'audit',
  'approvals',
  'mail',
  'notifications',
  'wallets',
  'plans',
  'identity',
  'referrals',
  'investments',
  'withdrawals',
  'market',
  'overview',
  'desk',
  'app',
]
const FORBIDDEN_NAMES = /^(index|utils?|helpers?|common|misc|types|services?|managers?|hooks?|lib|shared)(\.|$)/
/** Files whose business is time or chance themselves, or that run before there is a clock to pass on. */
const MAY_TELL_TIME = /^src\/(kit\/|ui\/|[a-z]+\/web\/|.*\.test\.tsx?$)/

type Source = { path: string; text: string }
let sources: Source[]

beforeAll(async () => {
  sources = []
  for await (const path of glob('src/**/*.{ts,tsx}', { cwd: ROOT })) {
    sources.push({ path, text: await readFile(join(ROOT, path), 'utf8') })
  }
})

/** What a file imports, as paths from the root; packages as they are written. */
function importsOf({ path, text }: Source): string[] {
  const written = [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map((match) => match[1] ?? '')
  return written.map((to) => {
    if (to.startsWith('#')) return `src/${to.slice(1)}`
    if (to.startsWith('.')) return normalize(join(dirname(path), to))
    return to
  })
}

const folderOf = (path: string) => path.split('/')[1] ?? ''
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const isWeb = (path: string) => /^src\/(ui\/|[a-z]+\/web\/)/.test(path)
const isShared = (path: string) => /^src\/(money\/|kit\/wire\.ts|[a-z]+\/(contract|rules)\.ts)/.test(path)

/** The rules: each says what is wrong with the files it is shown. */
const rules: Record<string, (files: Source[]) => string[]> = {
  'a folder imports only folders before it in the reading order': (files) =>
    files
      .filter(({ path }) => !isTest(path))
      .flatMap((file) =>
        importsOf(file)
          .filter((to) => to.startsWith('src/'))
          .filter((to) => READING_ORDER.indexOf(folderOf(to)) > READING_ORDER.indexOf(folderOf(file.path)))
          .map((to) => `${file.path} imports ${to}`),
      ),
  'every folder stands in the reading order': (files) =>
    files.filter(({ path }) => !READING_ORDER.includes(folderOf(path))).map(({ path }) => path),
  'no file or folder has a name that says nothing': (files) =>
    files.filter(({ path }) => path.split('/').some((part) => FORBIDDEN_NAMES.test(part))).map(({ path }) => path),
  'the browser imports no server code': (files) =>
    files
      .filter(({ path }) => (isWeb(path) || isShared(path)) && !isTest(path))
      .flatMap((file) =>
        importsOf(file)
          .filter((to) => to.startsWith('node:') || (to.startsWith('src/') && !isWeb(to) && !isShared(to)))
          .map((to) => `${file.path} imports ${to}`),
      ),
  'the server imports no screen': (files) =>
    files
      .filter(({ path }) => !isWeb(path) && !isTest(path))
      .flatMap((file) =>
        importsOf(file)
          .filter((to) => isWeb(to) || to.endsWith('.tsx'))
          .map((to) => `${file.path} imports ${to}`),
      ),
  'SQL stands only in a store, in the ledger and in the house’s own database code': (files) =>
    files
      .filter(({ path }) => !isTest(path) && !path.endsWith('/store.ts') && !/^src\/(ledger|kit)\//.test(path))
      .filter(({ text }) =>
        /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`|\bsql<|\b(pool|client)\.query\(/.test(text),
      )
      .map(({ path }) => path),
  'a store is used by its own slice alone': (files) =>
    files
      .filter(({ path }) => !isTest(path))
      .flatMap((file) =>
        importsOf(file)
          .filter((to) => to.endsWith('/store.ts') && folderOf(to) !== folderOf(file.path))
          .map((to) => `${file.path} imports ${to}`),
      ),
  'only the session gate proves who asks': (files) =>
    files
      .filter(({ path }) => !isTest(path) && path !== 'src/kit/actor.ts' && path !== 'src/identity/gate.ts')
      .filter(({ text }) => /\bprove(Investor|Administrator)\b/.test(text))
      .map(({ path }) => path),
  'time comes from the clock and chance from ids': (files) =>
    files
      .filter(({ path }) => !MAY_TELL_TIME.test(path))
      .filter(({ text }) => /Date\.now\(\)|new Date\(\)|Math\.random\(\)|Temporal\.Now/.test(text))
      .map(({ path }) => path),
  // the React compiler of oxc-transform-react 0.156 turns `0n` inside a component or a hook into `undefined`
  'no component and no hook writes a bigint literal': (files) =>
    files
      .filter(({ path, text }) => isWeb(path) && (path.endsWith('.tsx') || /\bfunction use[A-Z]/.test(text)))
      .filter(({ text }) => /\b\d[\d_]*n\b/.test(text))
      .map(({ path }) => path),
}

/** A fault for each rule, which it must see. */
const planted: Record<keyof typeof rules, Source> = {
  'a folder imports only folders before it in the reading order': {
    path: 'src/plans/create.ts',
    text: "import { x } from '#desk/top-up.ts'",
  },
  'every folder stands in the reading order': { path: 'src/extras/thing.ts', text: '' },
  'no file or folder has a name that says nothing': { path: 'src/plans/utils.ts', text: '' },
  'the browser imports no server code': {
    path: 'src/plans/web/plans.tsx',
    text: "import { listPlans } from '../find.ts'",
  },
  'the server imports no screen': { path: 'src/plans/create.ts', text: "import { Plans } from './web/plans.tsx'" },
  'SQL stands only in a store, in the ledger and in the house’s own database code': {
    path: 'src/plans/create.ts',
    text: "tx.selectFrom('plan')",
  },
  'a store is used by its own slice alone': {
    path: 'src/desk/read.ts',
    text: "import { plans } from '#plans/store.ts'",
  },
  'only the session gate proves who asks': { path: 'src/desk/routes.ts', text: 'proveAdministrator(me)' },
  'time comes from the clock and chance from ids': { path: 'src/desk/read.ts', text: 'const now = new Date()' },
  'no component and no hook writes a bigint literal': {
    path: 'src/plans/web/plans.tsx',
    text: 'const shown = amount > 0n',
  },
}

describe('the rules of the house', () => {
  test('are held against all the sources there are', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(new Set(sources.map(({ path }) => folderOf(path))).size).toBeGreaterThan(10)
  })
  test.each(Object.entries(rules))('%s', (_name, wrongIn) => {
    expect(wrongIn(sources)).toEqual([])
  })
  test.each(Object.entries(rules))('a planted fault is seen: %s', (name, wrongIn) => {
    expect(wrongIn([planted[name] as Source])).not.toEqual([])
  })
})
