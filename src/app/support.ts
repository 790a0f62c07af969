import type { FastifyInstance } from 'fastify'
import type { Database } from '#kit/database.ts'
import type { Settings } from '#kit/config.ts'
import { readTransaction } from '#kit/transaction.ts'
import { defaultSupport, settingsNow } from '#settings/read.ts'

/**
 * Where Support leads: to what the owner has set, else to a mail to whoever mail comes from; where nobody reads that
 * either, to a page that says so. Never to anybody's own address, such as the one that an owner signs in with.
 */
export function addSupport(
  server: FastifyInstance,
  db: Database,
  settings: Pick<Settings, 'supportUrl' | 'mailFrom'>,
): void {
  server.get('/support', async (_request, reply) => {
    const { supportUrl } = await readTransaction(db, (tx) =>
      settingsNow(tx, { supportUrl: defaultSupport(settings) ?? undefined }),
    )
    void reply.header('cache-control', 'no-store')
    if (supportUrl !== undefined) return reply.redirect(supportUrl)
    return reply.type('text/html; charset=utf-8').send(PAGE)
  })
  server.get('/support/style.css', async (_request, reply) => reply.type('text/css').send(STYLE))
}

/** Without a script and without the app, which may be what somebody needs help with. */
const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Support · Plumb</title><link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/support/style.css"></head>
<body><main><p class="product"><a href="/"><img src="/icon.svg" alt="" width="28" height="28"> Plumb</a></p>
<h1>There is no support address yet</h1>
<p>Whoever runs this site has not said where to reach them, and nobody reads answers to our mails. Until they do, ask
whoever told you about this site.</p>
<p>If you only forgot your password, you need nobody: <a href="/forgot-password">choose a new one</a>.</p>
<section><h2>If you run this site</h2>
<p>Sign in as an owner and set Support, under Settings: a page, or a mail address that somebody reads. You can also set
SUPPORT_URL, or MAIL_FROM to an address that somebody reads, and start Plumb again.</p>
<p><a href="/admin-settings?panel=setting&amp;of=support_url">Set it now</a></p></section>
<p><a class="back" href="/">Back to Plumb</a></p></main></body></html>`

const STYLE = `:root{color-scheme:light dark;--bg:#f3f5f1;--surface:#fff;--ink:#10201b;--ink-2:#46564f;--brand:#0a6556;--on-brand:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#0b1311;--surface:#131d1a;--ink:#ecf3ef;--ink-2:#aebdb6;--brand:#5fd9bc;--on-brand:#04211b}}
body{font:17px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--bg);margin:0}
main{max-width:27rem;margin:0 auto;padding:1.375rem 1.5rem 3rem}
p{margin:.75rem 0;color:var(--ink-2)}h1{font-size:1.5rem;line-height:1.2;font-weight:600;margin:2.5rem 0 1rem;text-wrap:balance}
h2{font-size:1.0625rem;font-weight:600;margin:0}a{color:var(--brand);font-weight:600}
section{background:var(--surface);border-radius:1.25rem;padding:1.25rem;margin:1.75rem 0}section p:last-child{margin-bottom:0}
.product a{display:inline-flex;align-items:center;gap:.625rem;min-height:2.75rem;color:var(--ink);text-decoration:none;font-weight:500}
section a{display:inline-flex;align-items:center;min-height:2.75rem}
.back{display:flex;align-items:center;justify-content:center;min-height:3.5rem;border-radius:1rem;background:var(--brand);color:var(--on-brand);text-decoration:none}`
