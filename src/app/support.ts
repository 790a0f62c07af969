import type { FastifyInstance } from 'fastify'
import type { Database } from '#kit/database.ts'
import type { Settings } from '#kit/config.ts'
import { DEFAULT_NAME } from '#mail/operator-name.ts'
import { defaultSupport } from '#settings/default-support.ts'
import { settingsNow } from '#settings/read.ts'
import { declared, paletteOf } from '#settings/palette-rules.ts'
import { type LookNow, lookNow } from '#settings/look/read.ts'
import { escaped } from '#settings/terms-rules.ts'
import { DEMO_NOTE, DEMO_STYLE, FONTS } from './demo-note.ts'
import { iconOf } from './look-pages.ts'
import { addressBehind, readForVisitor } from './visitors.ts'

/**
 * Where Support leads: to what the owner has set, else to a mail to whoever mail comes from; where nobody reads that
 * either, to a page that says so and helps with what it can. Never to anybody's own address, such as the one that an
 * owner signs in with.
 */
export function addSupport(
  server: FastifyInstance,
  db: Database,
  settings: Pick<Settings, 'supportUrl' | 'mailFrom' | 'demo'>,
): void {
  server.get('/support', async (request, reply) => {
    const { supportUrl, platformName, look } = await readForVisitor(db, addressBehind(request), async (tx) => ({
      ...(await settingsNow(tx, { supportUrl: defaultSupport(settings) ?? undefined, platformName: DEFAULT_NAME })),
      look: await lookNow(tx),
    }))
    void reply.header('cache-control', 'no-store')
    if (supportUrl !== undefined) return reply.redirect(supportUrl)
    return reply
      .type('text/html; charset=utf-8')
      .send(pageOf(escaped(platformName ?? DEFAULT_NAME), look, settings.demo))
  })
  server.get('/support/style.css', async (request, reply) => {
    const { colour } = await readForVisitor(db, addressBehind(request), lookNow)
    return reply
      .header('cache-control', 'no-cache')
      .type('text/css')
      .send(STYLE + shadesIn(colour))
  })
}

/** What hangs on the operator's colour, in the theme of the device: this page has no other. */
function shadesIn(colour: string | null): string {
  if (colour === null) return ''
  const { light, dark } = paletteOf(colour)
  return `\n:root{${declared(light)}}@media (prefers-color-scheme:dark){:root{${declared(dark)}}}`
}

/** Without a script and without the app, which may be what somebody needs help with. */
const pageOf = (name: string, { logo }: LookNow, demo: boolean) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Support · ${name}</title><link rel="icon" href="${logo ? iconOf(logo.hash) : '/icon.svg'}"><link rel="stylesheet" href="/support/style.css"></head>
<body>${demo ? DEMO_NOTE : ''}<main><p class="product"><a href="/"><img src="${logo ? iconOf(logo.hash) : '/icon.svg'}" alt="" width="28" height="28"> ${name}</a></p>
<h1>You can’t write to us yet</h1>
<p>We have no support address so far, and replies to our emails aren’t read. These may help in the meantime.</p>
<section><h2>You can’t sign in</h2>
<p>Choose a new password with a link that we send to your email.</p>
<p><a href="/forgot-password">Choose a new password</a></p></section>
<section><h2>You’re waiting for a payment</h2>
<p>Every investment and withdrawal shows where it stands, and what comes next.</p>
<p><a href="/investment">Your investments</a> <a href="/withdrawal">Your withdrawals</a></p></section>
<section><h2>It’s something else</h2>
<p>Come back to this page later: it leads to us as soon as we have an address. Until then nobody can write to us here.</p>
<p>If your sign-in is blocked, your money stays yours and your investments keep earning.</p></section>
<p><a class="back" href="/">Back to ${name}</a></p>
</main></body></html>`

const STYLE = `${DEMO_STYLE}
:root{color-scheme:light dark;--bg:#f3f5f1;--surface:#fff;--ink:#10201b;--ink-2:#46564f;--brand:#0a6556;--on-brand:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#0b1311;--surface:#131d1a;--ink:#ecf3ef;--ink-2:#aebdb6;--brand:#5fd9bc;--on-brand:#04211b}}
body{font:17px/1.5 ${FONTS};color:var(--ink);background:var(--bg);margin:0}
main{max-width:27rem;margin:0 auto;padding:1.375rem 1.5rem 3rem}
p{margin:.75rem 0;color:var(--ink-2)}h1{font-size:1.5rem;line-height:1.2;font-weight:600;margin:2.5rem 0 1rem;text-wrap:balance}
h2{font-size:1.0625rem;font-weight:600;margin:0}a{color:var(--brand);font-weight:600}
section{background:var(--surface);border-radius:1.25rem;padding:1.25rem;margin:.75rem 0}section p{margin:.25rem 0 0}
.product a{display:inline-flex;align-items:center;gap:.625rem;min-height:2.75rem;color:var(--ink);text-decoration:none;font-weight:500}
section a{display:inline-flex;align-items:center;min-height:2.75rem}section a{margin-inline-end:1.25rem}
.back{display:flex;align-items:center;justify-content:center;min-height:3.5rem;border-radius:1rem;background:var(--brand);color:var(--on-brand);text-decoration:none}`
