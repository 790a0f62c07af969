/** What the operator is called, where every page says it; the server writes the name of today over that of the program. */
export const NAME = 'data-product="Plumb"'

/** A page that is there before any script: its name, where it is shown, and the screen's module. */
export type PrerenderedPage = {
  name: string
  paths: readonly string[]
  screen: string
  /** Which part of the query the page is made for: without it the address shows something else. */
  needs?: string
  /** What its screen reads of everybody: asked for before there are scripts. */
  reads?: readonly string[]
}

const page = (name: string, needs?: string): PrerenderedPage => ({
  name,
  paths: [`/${name}`],
  screen: `src/identity/web/${name}.tsx`,
  ...(needs !== undefined && { needs }),
})

/** The pages of visitors, but the one that a house shows once in its life. What depends on the device or on the rest of the query comes with the scripts. */
export const PRERENDERED: readonly PrerenderedPage[] = [
  { ...page('login'), screen: 'src/factors/web/login.tsx', paths: ['/', '/login'] },
  page('register'),
  page('forgot-password'),
  page('reset-password', 'token'),
  { ...page('verify'), paths: ['/verify-user'] },
  page('invitation'),
  page('terms'),
  { ...page('books'), screen: 'src/funds/web/books.tsx', reads: ['/api/books', '/api/books/days'] },
]

/** A page of an investor: nothing on it is known beforehand, but the modules that it needs are fetched at once. */
export type PreparedPage = {
  name: string
  paths: readonly string[]
  modules: readonly string[]
  /** Its screen stands there before any script, waiting for everything. */
  opening?: true
}

const FRAME = 'src/app/web/investor-frame.tsx'
/** The page of the desk: it has the desk's styles in the place of everybody's. */
export const DESK_PAGE = { name: 'desk', frame: 'src/app/web/admin-frame.tsx' }
/** Where only administrators have a screen. */
const DESK_PATH = /^\/(admin-[a-z]+|list-users|view-account\/[^/]+|plans|wallets)$/

export const PREPARED: readonly PreparedPage[] = [
  {
    name: 'dashboard',
    paths: ['/dashboard'],
    modules: [FRAME, 'src/overview/web/dashboard.tsx'],
    opening: true,
  },
  {
    name: 'investor',
    paths: [
      ...['/invest', '/payment', '/investment', '/withdrawal', '/withdraw'],
      ...['/referral', '/market', '/statement', '/proof', '/profile', '/security', '/kyc'],
    ],
    modules: [FRAME],
  },
]

/** The name of the page that is made for an address. */
export function builtPageFor(path: string, query: URLSearchParams): string | undefined {
  const found = PRERENDERED.find(({ paths }) => paths.includes(path))
  if (found) return found.needs === undefined || query.get(found.needs) ? found.name : undefined
  return DESK_PATH.test(path) ? DESK_PAGE.name : PREPARED.find(({ paths }) => paths.includes(path))?.name
}
