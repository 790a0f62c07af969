import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { NAME } from './prerendered-pages.ts'
import { WEB_FOLDER } from './web-build.ts'

/** A page of the web build, also compressed, and what the content security policy has to allow for it. */
export type BuiltPage = { html: Buffer; brotli: Buffer; leave: readonly Leave[] }
/** What a directive of the policy lets in besides. */
export type Leave = { directive: string; hashes: string }

/** A page of the build; `banner` is markup that stands above everything on it. */
export async function readBuiltPage(file: string, banner = ''): Promise<BuiltPage> {
  const path = join(WEB_FOLDER, file)
  const built = await readFile(path)
  const named = built.toString()
  const text = (named.includes(NAME) ? named : named.replace('<html lang="en"', `<html lang="en" ${NAME}`)).replace(
    '<body>',
    () => `<body>${banner}`,
  )
  const leave = [...leaveFor('script', text), ...leaveFor('style', text)]
  if (text === named) return { html: built, brotli: await readFile(`${path}.br`), leave }
  let brotli: Buffer | undefined
  return {
    html: Buffer.from(text),
    /** For the first who asks for it: of a start it would be a good part. */
    get brotli() {
      return (brotli ??= compressed(text))
    },
    leave,
  }
}

/** Compressed where the browser takes it, with leave for exactly the scripts and styles that stand in it. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: BuiltPage) {
  const policy = String(reply.getHeader('content-security-policy'))
  const small = takesBrotli(request.headers['accept-encoding'])
  if (small) void reply.header('content-encoding', 'br')
  return reply
    .header('content-security-policy', page.leave.reduce(allow, policy))
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8')
    .send(small ? page.brotli : page.html)
}

/** Compressed while somebody waits: nearly as small as at build time, and ten times as fast. */
export function compressed(html: string): Buffer {
  return brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
}

/** Whether a browser names brotli among what it can read (RFC 9110 §12.5.3); with a weight of zero it says that it cannot. */
export function takesBrotli(accepted = ''): boolean {
  const [, weight = '1'] = /(?:^|,)\s*br\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?(?:,|$)/i.exec(accepted) ?? [undefined, '0']
  return Number(weight) > 0
}

/** What stands in the page itself, by its hash: nothing that anybody else puts there runs. */
export function leaveFor(tag: 'script' | 'style', html: string): Leave[] {
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
