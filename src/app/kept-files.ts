import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Coding, CODINGS, ENDINGS } from './compressed-copies.ts'
import { type Body, tagOf } from './send-body.ts'

export type KeptFile = { body: Body; type: string; caching: string }

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}

/**
 * The files of a web build by their addresses, each read when it is first asked for and kept: they are as they were when
 * the process began, like its pages.
 */
export async function keptFiles(folder: string): Promise<(address: string) => Promise<KeptFile> | undefined> {
  const names = new Set((await readdir(folder, { recursive: true })).map((name) => `/${name.replaceAll('\\', '/')}`))
  const kept = new Map<string, Promise<KeptFile>>()
  return (address) => {
    const known = kept.get(address)
    if (known !== undefined) return known
    const type = TYPES[extname(address)]
    // what begins with a dot is the build's own
    if (type === undefined || address.includes('/.') || !names.has(address)) return undefined
    const copies = CODINGS.filter((coding) => names.has(address + ENDINGS[coding]))
    const file = read(join(folder, address), copies).then((body) => ({ body, type, caching: cachingOf(address) }))
    kept.set(address, file)
    file.catch(() => kept.delete(address))
    return file
  }
}

async function read(path: string, copies: readonly Coding[]): Promise<Body> {
  const plain = await readFile(path)
  const packed = copies.map(async (coding) => [coding, await readFile(path + ENDINGS[coding])] as const)
  return { plain, tag: tagOf(plain), ...Object.fromEntries(await Promise.all(packed)) }
}

/** Files under assets/ carry their hash in the name and never change; all others may be other ones tomorrow. */
export function cachingOf(address: string): string {
  return address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}
