import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const PACKAGE = 'lucide-react'
const FOLDER = join(dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)), 'dist/esm')
const ICON = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/
const THEIR_COMPONENT = '../createLucideIcon.mjs'
const OUR_COMPONENT = join(import.meta.dirname, '../ui/drawn-icon.ts')
const IMPORT = /import \{([^}]+)\} from 'lucide-react'/g
const EXPORT = /export \{([^}]+)\} from '(\.\/icons\/[\w-]+\.mjs)'/g

/**
 * Imports each icon from its own file. Through the package's one list of them all, every icon would seem to be needed
 * wherever any is, and would come with the first page. Of an icon's file only its drawing stays, and our own component
 * draws it.
 */
export function iconFiles(): Plugin {
  let files: ReadonlyMap<string, string>
  return {
    name: 'icon-files',
    enforce: 'pre',
    apply: 'build',
    async buildStart() {
      files = filesByName(await readFile(join(FOLDER, `${PACKAGE}.mjs`), 'utf8'))
    },
    transform: {
      filter: { id: [/src\/.*\.tsx?$/, ICON], code: PACKAGE },
      handler: (code, id) =>
        ICON.test(id) ? drawingOf(code, id) : code.replaceAll(IMPORT, (_all, names: string) => importsOf(names, files)),
    },
  }
}

/**
 * Without names and sizes, drawn by our component, and with short keys for the parts: theirs are random and do not
 * compress. Throws for one that is not drawn in a square of 24. A file that is another name for one stays as it is.
 */
function drawingOf(icon: string, id: string): string {
  if (!icon.includes(THEIR_COMPONENT)) return icon
  if (!/^ {2}size: 24,$/m.test(icon)) throw new Error(`${id} is not drawn in a square of 24.`)
  let parts = 0
  return icon
    .replace(THEIR_COMPONENT, OUR_COMPONENT)
    .replaceAll(/^ {2}(name: ".*"|size: 24),$/gm, '')
    .replaceAll(/key: "\w+"/g, () => `key: "${(parts += 1)}"`)
    .replace(/,\s*aliases: \[[^\]]*\]/, '')
}

function filesByName(list: string): Map<string, string> {
  const found = [...list.matchAll(EXPORT)].flatMap(([, names = '', file = '']) =>
    names.split(',').map((name): [string, string] => [name.replace('default as', '').trim(), file]),
  )
  if (found.length < 1000) throw new Error(`${PACKAGE} no longer lists its icons as it did: read its list anew.`)
  return new Map(found)
}

/** `Bell as BellIcon, type LucideIcon` as one import for each icon; types cost nothing and stay. */
function importsOf(names: string, files: ReadonlyMap<string, string>): string {
  const parts = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return parts
    .map((part) => {
      const [name = '', local = name] = part.split(' as ')
      const file = files.get(name)
      return file === undefined
        ? `import { ${part} } from '${PACKAGE}'`
        : `import ${local} from '${join(FOLDER, file)}'`
    })
    .join('\n')
}
