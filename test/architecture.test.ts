import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { parseAst } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const READING_ORDER = [
  'money',
  'texts',
  'kit',
  'postgres',
  'ui',
  'ledger',
  'log',
  'lists',
  'audit',
  'mail',
  'notifications',
  'approvals',
  'settings',
  'reserve',
  'market',
  'wallets',
  'plans',
  'users',
  'identity',
  'addresses',
  'factors',
  'documents',
  'screening',
  'kyc',
  'roles',
  'records',
  'referrals',
  'investments',
  'withdrawals',
  'adjustments',
  'statements',
  'proofs',
  'archive',
  'overview',
  'security',
  'funds',
  'figures',
  'whatif',
  'desk',
  'app',
]
const FORBIDDEN_NAMES = /^(index|utils?|helpers?|common|misc|types|services?|managers?|hooks?|lib|shared)(\.|$)/
/** Files whose business is time or chance themselves, or that run before there is a clock to pass on. */
const MAY_TELL_TIME = /^src\/(kit\/|postgres\/|ui\/|desk\/|[a-z]+\/web\/|.*\.test\.tsx?$)/

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
/** `store.ts`, or `push-store.ts` beside it where one file would be too long. */
const isStore = (path: string) => /\/([a-z-]+-)?store\.ts$/.test(path)
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const isWeb = (path: string) => /^src\/(texts\/|ui\/|desk\/|[a-z]+\/web\/)/.test(path)
const isShared = (path: string) =>
  /^src\/(money\/|kit\/wire\.ts|funds\/runway\.ts|[a-z]+\/([a-z-]+-)?(contract|rules)\.ts)/.test(path)

/** Screens of visitors and investors, and what they are made of. */
const isInvestors = ({ path }: Source) =>
  isWeb(path) &&
  !isTest(path) &&
  !path.startsWith('src/texts/') &&
  !/^src\/(desk\/|lists\/web\/|wallets\/web\/|plans\/web\/plan(s|-form)|app\/web\/admin-)/.test(path)

type Node = { type: string; [part: string]: unknown }
const LETTER = /\p{L}/u
/** Begins as a sentence or a label does; classes, paths, keys and names of the wire do not. */
const READ_BY_PEOPLE = /^\s*\p{Lu}\p{Ll}+(?![\p{L}\d-])/u
/** Attributes whose text people read or hear, however it begins. */
const SPOKEN =
  /^(aria-label|aria-description|aria-roledescription|alt|title|label|placeholder|description|hint|invite|line)$/
/** Names of keys and of headers. */
const NAMES = /^(Escape|Enter|Tab|Home|End|Backspace|Delete|Space|Screen|Notification|Bearer |Accept|Authorization)$/

/** Texts that people read and that stand in a screen's source. */
function textsIn({ path, text }: Source): string[] {
  const found: string[] = []
  const visit = (node: unknown, spoken: boolean): void => {
    if (Array.isArray(node)) return node.forEach((part) => visit(part, spoken))
    if (typeof node !== 'object' || node === null || typeof (node as Node).type !== 'string') return
    const it = node as Node
    const said = it.type === 'TemplateElement' ? (it['value'] as { cooked: string }).cooked : it['value']
    if (it.type === 'JSXText' && LETTER.test(String(said))) found.push(String(said).trim())
    else if ((it.type === 'Literal' || it.type === 'TemplateElement') && typeof said === 'string') {
      if (!NAMES.test(said) && (spoken ? LETTER.test(said) : READ_BY_PEOPLE.test(said))) found.push(said)
    }
    // What developers read, and what is a name: errors, imports, types, keys.
    if (it.type === 'ImportDeclaration' || it.type === 'ImportExpression' || it.type.startsWith('TS')) {
      if (!['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(it.type)) return
    }
    if (it.type === 'CallExpression' && ((it['callee'] as Node)['object'] as Node | undefined)?.['name'] === 'console')
      return
    if (it.type === 'NewExpression' && String((it['callee'] as Node)['name']).endsWith('Error')) return
    const name = it.type === 'JSXAttribute' ? String((it['name'] as Node)['name']) : ''
    for (const [part, child] of Object.entries(it)) {
      if (part === 'key' && it['computed'] !== true) continue
      visit(
        child,
        spoken ? it.type !== 'CallExpression' && it.type !== 'MemberExpression' : part === 'value' && SPOKEN.test(name),
      )
    }
  }
  visit(parseAst(text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' }, path), false)
  return found.map((said) => `${path}: ${said}`)
}

const PHYSICAL =
  /(?<=["'`\s:])-?(?:m[lr]|p[lr]|scroll-[mp][lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr]))-[\w.[\]%/-]+|(?<=["'`\s:])(?:text|float)-(?:left|right)(?=["'`\s])/g

/** `${count} days`, `{duration} days`: one of them is a day. */
const PLURAL =
  /\{[^{}\n]*\} (?:seconds|minutes|hours|days|weeks|months|years|tries|characters|people|records|payments|postings)\b/g

/** Outside of comments. */
const HYPHENATED = /^(?!\s*(?:\/\/|\{?\/?\*)).*\be-mails?\b(?! changed').*$/gim

/** Calls of `useEffect` and its kin; what an event, a ref callback or an outside store does better is none. */
const EFFECT = /\buse(?:Layout|Insertion)?Effect\(/g
const MOST_EFFECTS = 23

const LONGEST_FUNCTION = 80
const LONGEST_FILE = 300
const isGenerated = (path: string) => path === 'src/kit/database-schema.ts'
const linesOf = (text: string) => text.split('\n').length

/** Functions that are too long, each by its name, or that of what it is assigned to. */
function longFunctionsIn({ path, text }: Source): string[] {
  const found: string[] = []
  const visit = (node: unknown, name: string): void => {
    if (Array.isArray(node)) return node.forEach((part) => visit(part, name))
    if (typeof node !== 'object' || node === null || typeof (node as Node).type !== 'string') return
    const it = node as Node & { start: number; end: number; id?: { name?: string } | null }
    const own = it.id?.name ?? name
    const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(it.type)
    if (isFunction && linesOf(text.slice(it.start, it.end)) > LONGEST_FUNCTION) found.push(`${path} ${own}`)
    for (const child of Object.values(it)) visit(child, own)
  }
  visit(parseAst(text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' }, path), '')
  return found
}

const EXPORTED = /^export (?:async )?(?:function\*?|const|class|type|interface) (\w+)/gm
/** What each room has of its own under the same name: its calls, its changes of state, its books, its times. */
const EACH_ROOMS_OWN = new Set([
  ...['call', 'useRead', 'TRANSITIONS', 'mayTransition', 'decide', 'factsOf', 'requiredEntries', 'selectByIds'],
  ...['eventsOf', 'tabs', 'LEASE', 'PAUSES', 'GIVE_UP', 'pauseAfter'],
])

/** Files that import one another, directly or by way of others, types included. */
function circlesIn(files: readonly Source[]): string[] {
  const imports = new Map(files.map((file) => [file.path, importsOf(file)]))
  const reaches = (from: string): Set<string> => {
    const seen = new Set<string>()
    const next = [...(imports.get(from) ?? [])]
    for (let path = next.pop(); path !== undefined; path = next.pop()) {
      if (seen.has(path)) continue
      seen.add(path)
      next.push(...(imports.get(path) ?? []))
    }
    return seen
  }
  return files.map(({ path }) => path).filter((path) => reaches(path).has(path))
}

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
      .filter(({ path }) => !isTest(path) && !isStore(path) && !/^src\/(ledger|kit|postgres|lists)\//.test(path))
      .filter(({ text }) =>
        /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`|\bsql<|\b(pool|client)\.query\(/.test(text),
      )
      .map(({ path }) => path),
  'a store is used by its own slice alone': (files) =>
    files
      .filter(({ path }) => !isTest(path))
      .flatMap((file) =>
        importsOf(file)
          .filter((to) => isStore(to) && folderOf(to) !== folderOf(file.path))
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
  // constants in capitals are never one
  'a count agrees with its noun: no plural stands right behind a number': (files) =>
    files
      .filter(({ path }) => !isTest(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(PLURAL)]
          .filter(([written]) => /[a-z]/.test(written.slice(0, written.indexOf('}'))))
          .map(([written]) => `${path}: ${written}`),
      ),
  'the app gets by with few effects': (files) => {
    const found = files.flatMap(({ path, text }) => [...text.matchAll(EFFECT)].map(() => path))
    return found.length > MOST_EFFECTS ? found : []
  },
  'no screen of visitors and investors has a text of its own': (files) => files.filter(isInvestors).flatMap(textsIn),
  'screens can be turned round: no class names the left or the right': (files) =>
    files
      .filter(isInvestors)
      .flatMap(({ path, text }) => [...text.matchAll(PHYSICAL)].map(([written]) => `${path}: ${written}`)),
  // the browser's words come one at a time, in its own language, and go by themselves
  'a form says itself what is wrong with it': (files) =>
    files
      .filter(({ path, text }) => path.endsWith('.tsx') && /<form\b(?!\s+(?:[^<>]*\s)?noValidate\b)/.test(text))
      .map(({ path }) => path),
  // as most of them do; what was agreed to stays as it was, and so does a reason of the wire
  'what people read says email': (files) =>
    files
      .filter(({ path }) => !isTest(path) && path !== 'src/settings/terms-rules.ts')
      .flatMap(({ path, text }) => [...text.matchAll(HYPHENATED)].map(([line]) => `${path}: ${line.trim()}`)),
  'no function is longer than 80 lines': (files) => files.filter(({ path }) => !isTest(path)).flatMap(longFunctionsIn),
  'no file that a hand wrote is longer than 300 lines': (files) =>
    files
      .filter(({ path, text }) => !isTest(path) && !isGenerated(path) && linesOf(text) > LONGEST_FILE + 1)
      .map(({ path }) => path),
  'a list is cut and read in pages in one way': (files) =>
    files
      .filter(({ path }) => !isTest(path) && folderOf(path) !== 'lists')
      .filter(({ text }) => /\b(useInfiniteQuery|fetchNextPage)\b|\bnext_cursor:[^,\n]*\?/.test(text))
      .map(({ path }) => path),
  'no files import one another in a circle': circlesIn,
  // texts are read as `text.title`, and the generated schema as `DB['plan']`
  'an exported name is declared in one file': (files) => {
    const declared = files
      .filter(({ path }) => !isTest(path) && !/^src\/(texts\/|kit\/database-schema\.ts$)/.test(path))
      .flatMap(({ path, text }) =>
        [...new Set([...text.matchAll(EXPORTED)].map(([, name = '']) => name))].map((name) => ({ name, path })),
      )
    return [...Map.groupBy(declared, ({ name }) => name)]
      .filter(([name, places]) => places.length > 1 && !EACH_ROOMS_OWN.has(name))
      .map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`)
  },
}

/** A fault for each rule, which it must see. */
const planted: Record<keyof typeof rules, Source | Source[]> = {
  'a folder imports only folders before it in the reading order': {
    path: 'src/plans/create.ts',
    text: "import { x } from '#adjustments/top-up.ts'",
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
    path: 'src/funds/read.ts',
    text: "import { plans } from '#plans/store.ts'",
  },
  'only the session gate proves who asks': { path: 'src/funds/routes.ts', text: 'proveAdministrator(me)' },
  'time comes from the clock and chance from ids': { path: 'src/funds/read.ts', text: 'const now = new Date()' },
  'no component and no hook writes a bigint literal': {
    path: 'src/plans/web/plans.tsx',
    text: 'const shown = amount > 0n',
  },
  'a count agrees with its noun: no plural stands right behind a number': {
    path: 'src/desk/settings/plan.tsx',
    text: '<p>{plan.name} for {duration} days</p>',
  },
  'the app gets by with few effects': {
    path: 'src/plans/web/plans.tsx',
    text: 'useEffect(() => {})\nuseLayoutEffect(() => {})\n'.repeat(12),
  },
  'no screen of visitors and investors has a text of its own': {
    path: 'src/identity/web/login.tsx',
    text: 'export const A = () => <Field label="rate" note={`Paid ${x}`} />',
  },
  'screens can be turned round: no class names the left or the right': {
    path: 'src/identity/web/login.tsx',
    text: 'export const A = () => <p className="lg:ml-2" />',
  },
  'a form says itself what is wrong with it': {
    path: 'src/plans/web/plan-form.tsx',
    text: '<form onSubmit={(event) => save(event)} className="flex">\n<input noValidate>',
  },
  'what people read says email': { path: 'src/users/rules.ts', text: "  return 'Enter your e-mail address.'" },
  'no function is longer than 80 lines': {
    path: 'src/plans/create.ts',
    text: `export function create() {\n${'  plan()\n'.repeat(79)}}\n`,
  },
  'no file that a hand wrote is longer than 300 lines': { path: 'src/plans/create.ts', text: '\n'.repeat(301) },
  'a list is cut and read in pages in one way': {
    path: 'src/plans/read.ts',
    text: 'return { items, next_cursor: found.length > items.length ? last.id : null }',
  },
  'no files import one another in a circle': [
    { path: 'src/ui/panel.tsx', text: "const sheet = await import('./panel-sheet.tsx')" },
    { path: 'src/ui/panel-sheet.tsx', text: "import type { PanelProps } from './panel.tsx'" },
  ],
  'an exported name is declared in one file': [
    { path: 'src/plans/find.ts', text: 'export type Place = { id: string }' },
    { path: 'src/wallets/rules.ts', text: 'export const Place = 1' },
  ],
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
    expect(wrongIn([planted[name] ?? []].flat())).not.toEqual([])
  })
})
