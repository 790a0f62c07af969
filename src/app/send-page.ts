import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeptFile } from './kept-files.ts'
import { NAME } from './prerendered-pages.ts'
import { type Body, bodyOfText, sendBody } from './send-body.ts'
import { WEB_FOLDER } from './web-build.ts'

/** A page of the web build, and what the content security policy has to allow for it. */
export type BuiltPage = { html: string; body: Body; leave: readonly Leave[] }
/** What a directive of the policy lets in besides. */
export type Leave = { directive: string; hashes: string }

/** A page of the build, which is `file` there; `banner` is markup that stands above everything on it. */
export async function readBuiltPage(
  name: string,
  file: (address: string) => Promise<KeptFile> | undefined,
  banner = '',
): Promise<BuiltPage> {
  const built = await readFile(join(WEB_FOLDER, name), 'utf8')
  const html = (built.includes(NAME) ? built : built.replace('<html lang="en"', `<html lang="en" ${NAME}`)).replace(
    '<body>',
    () => `<body>${banner}`,
  )
  const leave = [...leaveFor('script', html), ...leaveFor('style', html)]
  const kept = html === built ? await file(`/${name}`) : undefined
  return { html, body: kept?.body ?? bodyOfText(html), leave }
}

/** The whole policy of a page, once for each policy that it adds to. */
const policies = new WeakMap<BuiltPage, { of: string; policy: string }>()

/** Compressed where the browser takes it, with leave for exactly the scripts and styles that stand in it. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: BuiltPage): FastifyReply {
  const of = String(reply.getHeader('content-security-policy'))
  let known = policies.get(page)
  if (known?.of !== of) policies.set(page, (known = { of, policy: withLeave(of, page.leave) }))
  void reply.header('content-security-policy', known.policy).header('cache-control', 'no-cache')
  return sendBody(request, reply, page.body, 'text/html; charset=utf-8')
}

/** What stands in the page itself, by its hash: nothing that anybody else puts there runs. */
export function leaveFor(tag: 'script' | 'style', html: string): Leave[] {
  const inline = [...html.matchAll(new RegExp(`<${tag}(?: type="module")?>(.*?)</${tag}>`, 'gs'))].map(
    ([, text = '']) => text,
  )
  if (inline.length === 0) return []
  const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return [{ directive: `${tag}-src`, hashes: hashes.join(' ') }]
}

/** The policy with what it lets in besides. */
export function withLeave(policy: string, leave: readonly Leave[]): string {
  return leave.reduce(allow, policy)
}

/** Adds to what the policy says already: a directive that is said twice counts once. */
function allow(policy: string, { directive, hashes }: Leave): string {
  const said = new RegExp(`\\b${directive} [^;]*`)
  return said.test(policy) ? policy.replace(said, `$& ${hashes}`) : `${policy};${directive} 'self' ${hashes}`
}
