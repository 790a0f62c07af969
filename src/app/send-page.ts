import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { WEB_FOLDER } from './web-build.ts'

/** A page of the web build, also compressed, and what the content security policy has to allow for it. */
export type BuiltPage = { html: Buffer; brotli: Buffer; leave: readonly Leave[] }
/** What a directive of the policy lets in besides. */
type Leave = { directive: string; hashes: string }

/** A page of the build; `banner` is markup that stands above everything on it. */
export async function readBuiltPage(file: string, banner = ''): Promise<BuiltPage> {
  const path = join(WEB_FOLDER, file)
  const built = await readFile(path)
  const text = built.toString().replace('<body>', () => `<body>${banner}`)
  const leave = [...leaveFor('script', text), ...leaveFor('style', text)]
  if (banner === '') return { html: built, brotli: await readFile(`${path}.br`), leave }
  return { html: Buffer.from(text), brotli: brotliCompressSync(text), leave }
}

/** Compressed where the browser takes it, with leave for exactly the scripts and styles that stand in it. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, { html, brotli, leave }: BuiltPage) {
  const policy = String(reply.getHeader('content-security-policy'))
  const compressed = takesBrotli(request.headers['accept-encoding'])
  if (compressed) void reply.header('content-encoding', 'br')
  return reply
    .header('content-security-policy', leave.reduce(allow, policy))
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8')
    .send(compressed ? brotli : html)
}

/** Whether a browser names brotli among what it can read (RFC 9110 §12.5.3); with a weight of zero it says that it cannot. */
export function takesBrotli(accepted = ''): boolean {
  const [, weight = '1'] = /(?:^|,)\s*br\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?(?:,|$)/i.exec(accepted) ?? [undefined, '0']
  return Number(weight) > 0
}

/** What stands in the page itself, by its hash: nothing that anybody else puts there runs. */
function leaveFor(tag: 'script' | 'style', html: string): Leave[] {
  const inline = [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, text = '']) => text)
  if (inline.length === 0) return []
  const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return [{ directive: `${tag}-src`, hashes: hashes.join(' ') }]
}

/** Adds to what the policy says already: a directive that is said twice counts once. */
function allow(policy: string, { directive, hashes }: Leave): string {
  const said = new RegExp(`\\b${directive} [^;]*`)
  return said.test(policy) ? policy.replace(said, `$& ${hashes}`) : `${policy};${directive} 'self' ${hashes}`
}
