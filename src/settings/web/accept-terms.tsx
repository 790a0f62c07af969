import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as text from '#texts/terms.ts'
import { Button } from '#ui/button.tsx'
import { createRead, useRefresh } from '#ui/read.ts'
import { useSubmission } from '#ui/submission.ts'
import { call } from './calls.ts'
import { ChangedTerms } from './changed-terms.tsx'

const useRead = createRead(call)

/** The version that the signed-in person has to accept; nothing while nobody knows, and where there is none. */
export function useTermsToAccept() {
  return useRead('GET /api/own-terms').data?.to_accept ?? null
}

/** What changed in the terms, in the operator's words and line by line, and the button that accepts them. */
export function AcceptTerms({ onDone, children }: { onDone?: () => void; children?: ReactNode }) {
  const terms = useTermsToAccept()
  const { busy, submit } = useSubmission()
  const cache = useQueryClient()
  const refresh = useRefresh()
  if (!terms) return null
  const { version, content, before, summary } = terms
  const accept = () =>
    void submit(() => call('POST /api/accept-terms', { body: { version } }), {
      done: () => {
        // said at once by whatever asks for it
        cache.setQueryData(['GET /api/own-terms'], (own: object) => ({ ...own, to_accept: null }))
        refresh()
        onDone?.()
      },
    })
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">{text.until}</p>
      <section className="flex flex-col gap-3">
        <h2 className="text-17">{text.whatChanged}</h2>
        <p className="wrap-anywhere whitespace-pre-line">{summary}</p>
        <ChangedTerms before={before} after={content} />
      </section>
      {children}
      <Button busy={busy} onClick={accept}>
        {busy ? text.accepting : text.accept}
      </Button>
    </div>
  )
}

/** `Version 3 of Nov 22, 2026` */
export function versionLine({ version, published_at }: { version: number; published_at: string | null }): string {
  return published_at === null ? text.version(version, null) : text.changedLine(version, text.dayOf(published_at))
}
