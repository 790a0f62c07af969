import type { FastifyInstance } from 'fastify'
import type { Database } from '#kit/database.ts'
import { saysTheName } from '#settings/look-rules.ts'
import { lookStyle, paletteOf } from '#settings/palette-rules.ts'
import { logoOf, type LookNow } from '#settings/look/read.ts'
import { leaveFor, type Leave } from './send-page.ts'
import { addressBehind, readForVisitor } from './visitors.ts'

/** Where a logo is; another logo has another address. */
const FILE = /^([0-9a-f]{32})(-icon)?\.png$/

/** The logos, each under its hash: whoever has one has it for good. */
export function addLogos(server: FastifyInstance, db: Database): void {
  server.get<{ Params: { file: string } }>('/logo/:file', async (request, reply) => {
    const [, hash, icon] = FILE.exec(request.params.file) ?? []
    const part = icon === undefined ? 'image' : 'icon'
    const image = hash && (await readForVisitor(db, addressBehind(request), (tx) => logoOf(tx, hash, part)))
    if (!image) return reply.code(404).send({ message: 'There is no such logo.' })
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('image/png')
      .send(Buffer.from(image))
  })
}

/** The mark as the build writes it (src/ui/mark.tsx). */
const MARK = /<svg viewBox="0 0 64 64" aria-hidden="true" class="([^"]*)">.*?<\/svg>/gs
const ICONS = /<link rel="(icon|apple-touch-icon)" href="[^"]*"[^>]*>/g

/**
 * A page in the operator's colour and with the logo, before any script, and the leave for the styles that it has besides.
 * Where there is neither it is the page as it was. `name` is written as HTML wants it.
 */
export function inLook(html: string, { colour, logo }: LookNow, name: string): { html: string; leave: Leave[] } {
  const style = lookStyle({ colour, logo: logo?.hash ?? null })
  if (style === '') return { html, leave: [] }
  let page = html.replace('</head>', () => `<style id="look">${style}</style></head>`)
  if (logo !== null) {
    const [source, wordmark] = [`/logo/${logo.hash}.png`, saysTheName(logo)]
    page = page
      .replace('<html lang="en"', () => `<html lang="en" data-logo="${source}"${wordmark ? ' data-wordmark' : ''}`)
      .replaceAll(
        MARK,
        (_all, classes: string) => `<img src="${source}" alt="${wordmark ? name : ''}" class="${classes} logo">`,
      )
      .replaceAll(ICONS, (_all, rel: string) => `<link rel="${rel}" href="${iconOf(logo.hash)}">`)
  }
  return { html: page, leave: leaveFor('style', `<style>${style}</style>`) }
}

/** Where the icon of a logo is. */
export const iconOf = (hash: string) => `/logo/${hash}-icon.png`

type Manifest = { theme_color: string; icons: object[]; shortcuts: { icons: object[] }[] }

/** The manifest in the operator's colour, with the logo as the app's icon. */
export function manifestInLook(text: string, { colour, logo }: LookNow): string {
  if (colour === null && logo === null) return text
  const manifest = JSON.parse(text) as Manifest
  if (colour !== null) manifest.theme_color = paletteOf(colour).light.brand
  if (logo !== null) {
    const icon = { src: iconOf(logo.hash), sizes: '512x512', type: 'image/png' }
    manifest.icons = [icon, { ...icon, purpose: 'maskable' }]
    for (const shortcut of manifest.shortcuts) shortcut.icons = [icon]
  }
  return JSON.stringify(manifest)
}
