import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Coding, CODINGS } from './compressed-copies.ts'

/** What is sent from memory: as it is, compressed, and the tag by which a browser asks whether it is still the same. */
export type Body = { readonly plain: Buffer; readonly tag: string } & { readonly [coding in Coding]?: Buffer }

/** A body of a text: compressed for the first who asks for it, once for each coding. */
export function bodyOfText(text: string): Body {
  const plain = Buffer.from(text)
  const made: { [coding in Coding]?: Buffer } = {}
  return {
    ...{ plain, tag: tagOf(plain) },
    get br() {
      return (made.br ??= brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }))
    },
    get gzip() {
      return (made.gzip ??= gzipSync(plain))
    },
  }
}
/** Of brotli, while somebody waits: nearly as small as at build time, and ten times as fast. */
const QUALITY = 9

export function tagOf(plain: Buffer): string {
  return createHash('sha256').update(plain).digest('base64url').slice(0, 22)
}

/** Sends it in the smallest coding that the browser can read; 304 where it has it already. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, body: Body, type: string): FastifyReply {
  const coding = codingFor(request.headers['accept-encoding'])
  const packed = coding === undefined ? undefined : body[coding]
  // another coding is another sequence of bytes, and has a tag of its own (RFC 9110 §8.8.3)
  const tag = packed === undefined ? `"${body.tag}"` : `"${body.tag}-${coding}"`
  void reply.header('etag', tag)
  if (body.br !== undefined) void reply.header('vary', 'accept-encoding')
  if (has(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (packed !== undefined) void reply.header('content-encoding', coding)
  return reply.type(type).send(packed ?? body.plain)
}

/** Whether a browser says that it has this one (RFC 9110 §13.1.2): by the weak comparison, as proxies may have weakened it. */
function has(said: string | undefined, tag: string): boolean {
  return said !== undefined && said.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}

/** What browsers say is one of few texts, each read once. */
const known = new Map<string, Coding | undefined>()
const MOST_KNOWN = 100

/**
 * The smallest coding of those that a browser names among what it can read (RFC 9110 §12.5.3); with a weight of zero it
 * says that it cannot.
 */
export function codingFor(accepted = ''): Coding | undefined {
  if (known.has(accepted)) return known.get(accepted)
  const coding = CODINGS.find((one) => {
    const [, weight = '1'] = new RegExp(`(?:^|,)\\s*${one}\\s*(?:;\\s*q\\s*=\\s*([\\d.]+)\\s*)?(?:,|$)`, 'i').exec(
      accepted,
    ) ?? [undefined, '0']
    return Number(weight) > 0
  })
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(accepted, coding)
  return coding
}
