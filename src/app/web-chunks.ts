/** What Vite writes about a build: each module that became a chunk, and what it imports before it runs. */
export type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
export type Manifest = Record<string, Chunk>

/** Where Vite writes it, in the folder of the build. */
export const MANIFEST = '.vite/manifest.json'
/** What the service worker keeps for offline, and its bytes after brotli, as the build wrote them down. */
export const OFFLINE_CORE = '.vite/offline-core.json'
/** The entry of the web app. */
export const ENTRY = 'index.html'
/** What puts the app in the place of a prerendered page. */
export const TAKE_OVER = 'src/app/web/take-over.tsx'

/** The files of some modules and of everything that they import before they run. Throws where one is no chunk. */
export function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
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

/**
 * Chunks that import one another in a circle, each circle as a line of text. There must be none: which of them runs
 * first would hang on which was fetched first, and what the other has from it would still be undefined.
 */
export function circlesIn(manifest: Manifest): string[] {
  const circles = new Set<string>()
  const done = new Set<string>()
  const visit = (name: string, way: readonly string[]) => {
    if (way.includes(name)) {
      circles.add([...way.slice(way.indexOf(name)), name].map((of) => manifest[of]?.file ?? of).join(' → '))
    } else if (!done.has(name)) {
      manifest[name]?.imports?.forEach((next) => visit(next, [...way, name]))
      done.add(name)
    }
  }
  Object.keys(manifest).forEach((name) => visit(name, []))
  return [...circles]
}
