import type { Call } from '#kit/wire.ts'
import { contract } from './contract.ts'
import { FONTS } from './demo-note.ts'

/** The reading page of the wire: every call with who may make it, what it takes and what it answers. No script. */
export function docsPage(): string {
  const calls = Object.entries<Call>(contract)
    .map(([key, call]) => section(key, call))
    .join('\n')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Plumb: the calls</title><link rel="stylesheet" href="/api/docs.css"></head>
<body><main><h1>Plumb: the calls</h1>
<p>Amounts are decimal strings of US dollars, ids are UUIDs, times ISO 8601 in UTC. Unknown fields are refused.
Errors read <code>{ "message", "errors" }</code>. The same as a document: <a href="/api/openapi.json">openapi.json</a>.</p>
${calls}</main></body></html>`
}

export const DOCS_STYLE = `body{font:16px/1.5 ${FONTS};color:#10201b;background:#f3f5f1;margin:0}
main{max-width:46rem;margin:0 auto;padding:1.5rem}h2{font-size:1rem;margin:0}
section{background:#fff;border-radius:14px;padding:1rem 1.25rem;margin:1rem 0}p{margin:.25rem 0}
table{border-collapse:collapse;width:100%;font-size:.875rem}td,th{text-align:left;padding:.25rem .5rem .25rem 0;vertical-align:top}
code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
@media (prefers-color-scheme:dark){body{color:#ecf3ef;background:#0b1311}section{background:#131d1a}a{color:#5fd9bc}}`

function section(key: string, call: Call): string {
  return `<section id="${escape(key.replaceAll(/[^a-z]+/gi, '-'))}"><h2><code>${escape(key)}</code></h2>
<p>${escape(call.summary)}.</p><p>For: ${call.who}${call.bothHalves ? ', with both halves of the session' : ''}</p>
${fields('Takes', { ...call.params?.properties, ...call.query?.properties, ...call.body?.properties })}
${fields('Answers', 'properties' in call.reply ? (call.reply.properties as Record<string, unknown>) : {})}</section>`
}

function fields(title: string, properties: Record<string, unknown>): string {
  const rows = Object.entries(properties).map(
    ([name, schema]) => `<tr><td><code>${escape(name)}</code></td><td>${escape(typeInWords(schema))}</td></tr>`,
  )
  return rows.length === 0
    ? ''
    : `<table><thead><tr><th colspan="2">${title}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function typeInWords(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return ''
  const of = schema as { description?: string; type?: string; const?: unknown; anyOf?: unknown[]; items?: unknown }
  if (of.description !== undefined) return of.description
  if (of.const !== undefined) return JSON.stringify(of.const)
  if (of.anyOf !== undefined) return of.anyOf.map(typeInWords).join(' or ')
  if (of.type === 'array') return `list of ${typeInWords(of.items)}`
  return of.type ?? ''
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
