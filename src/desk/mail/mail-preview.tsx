import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Choices } from '#ui/choices.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useStanding } from '#ui/read.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { call } from '#desk/calls.ts'
import { type Draft, segmentOf } from './mail-draft.ts'
import { MailPaper } from './mail-paper.tsx'

/** Milliseconds without a key pressed, after which the preview follows. */
const PAUSE = 350

/** What the server makes of a draft, a moment after it has been typed; undefined as long as there is nothing to show. */
export function usePreview(draft: Draft) {
  const settled = useSettled(draft)
  const { title, content } = settled
  // a mail is previewed before it has its title
  const whom = segmentOf(settled)
  const body = { title: title.trim() || 'No title', content, ...whom }
  const written = content.trim() !== ''
  const asked = useQuery({
    queryKey: ['POST /api/preview-mail', body],
    queryFn: async () => {
      const reply = await call('POST /api/preview-mail', { body: written ? body : { ...body, content: 'Nothing yet' } })
      return { ...reply, whom }
    },
    enabled: written || 'segment' in body,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return { ...useStanding(asked), written }
}
export type Preview = ReturnType<typeof usePreview>

function useSettled(draft: Draft): Draft {
  const [settled, setSettled] = useState(draft)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(draft), PAUSE)
    return () => clearTimeout(timer)
  }, [draft])
  return settled
}

/** A mail as it will be read: with its marks, and as plain text. */
export function MailPreview({ title, preview }: { title: string; preview: Preview }) {
  const [format, setFormat] = useState('html')
  const { data, error, written } = preview
  return (
    <section aria-label="Preview" className="flex flex-col gap-4">
      <Choices
        variant="segments"
        label="Preview"
        choices={[
          { value: 'html', label: 'Formatted' },
          { value: 'text', label: 'Plain text' },
        ]}
        chosen={format}
        onChoose={setFormat}
      />
      {!written && <EmptyState>The mail appears here as you write it.</EmptyState>}
      {written && error && <EmptyState>{error.message}</EmptyState>}
      {written && !error && !data && <Skeleton className="h-44" />}
      {written && !error && data && (
        <>
          <p className="border-b border-line pb-3 text-17 font-semibold wrap-anywhere">{title.trim() || 'No title'}</p>
          {format === 'html' ? (
            <MailPaper html={data.html} />
          ) : (
            <p className="font-mono text-14 wrap-anywhere whitespace-pre-wrap">{data.text}</p>
          )}
        </>
      )}
    </section>
  )
}
