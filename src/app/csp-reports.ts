import type { FastifyInstance } from 'fastify'
import { type Clock, HOUR, MINUTE } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { siteOf } from '#kit/ip-address.ts'
import { countAttempt } from '#kit/limit.ts'
import { transaction } from '#kit/transaction.ts'
import { takingTurns } from '#kit/turns.ts'
import { addressBehind } from './visitors.ts'

/** Where browsers say what a page tried to do against its policy. */
export const CSP_REPORTS = '/csp-report'

const LARGEST_REPORT = 8 * 1024
/** Reports that may wait to be counted: anybody may send one, so a flood of them holds one connection and no more. */
const MOST_WAITING = 50
const TOO_MANY = 'Too many reports of pages have come.'

/**
 * Takes reports of broken policies and leaves one short line of each in the log. Whatever a report says is a stranger's
 * word: only the directive, the page's path and where the blocked thing came from are kept of it, shortened. The address
 * of the page may hold a token in its query, and the sample what somebody has typed: neither is read.
 */
export function addCspReports(server: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  const turn = takingTurns(1, { most: MOST_WAITING })
  server.addContentTypeParser(
    'application/csp-report',
    { parseAs: 'string', bodyLimit: LARGEST_REPORT },
    server.getDefaultJsonParser('error', 'error'),
  )
  server.post(CSP_REPORTS, { bodyLimit: LARGEST_REPORT }, async (request, reply) => {
    const site = siteOf(addressBehind(request))
    await turn(() =>
      transaction(db, (tx) =>
        countAttempt(
          tx,
          clock,
          [
            { key: `csp-reports/${site}`, most: 20, milliseconds: MINUTE },
            { key: 'csp-reports', most: 500, milliseconds: HOUR },
          ],
          TOO_MANY,
        ),
      ),
    )
    const line = lineOf(request.body)
    if (line !== undefined) request.log.warn(line, 'a page broke its content security policy')
    return reply.code(204).send()
  })
}

/** What the log keeps of a report; undefined of what is none. */
export function lineOf(body: unknown): { directive: string; page: string; blocked: string } | undefined {
  const report = fieldOf(body, 'csp-report')
  const directive = fieldOf(report, 'effective-directive') ?? fieldOf(report, 'violated-directive')
  if (typeof directive !== 'string') return undefined
  return {
    directive: cleaned(directive),
    page: pathOf(fieldOf(report, 'document-uri')),
    blocked: originOf(fieldOf(report, 'blocked-uri')),
  }
}

function fieldOf(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined
}

function pathOf(address: unknown): string {
  return typeof address === 'string' && URL.canParse(address) ? cleaned(new URL(address).pathname) : ''
}

/** `inline`, `eval`, `trusted-types-sink`, or where it would have come from. */
function originOf(blocked: unknown): string {
  if (typeof blocked !== 'string') return ''
  if (!blocked.includes(':')) return cleaned(blocked)
  if (!URL.canParse(blocked)) return ''
  const { protocol, host } = new URL(blocked)
  return cleaned(`${protocol}${host === '' ? '' : `//${host}`}`)
}

/** Sixty plain characters at most: nothing in a line can pass for another line, or for what a terminal obeys. */
function cleaned(text: string): string {
  return text.replaceAll(/[^\w./:-]/g, '').slice(0, 60)
}
