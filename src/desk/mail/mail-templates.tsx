import { product } from '#texts/product.ts'
import type { Template } from '#mail/contract.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useRead } from '#desk/calls.ts'

/** Every message that is sent automatically, with an example of it. */
export function MailTemplates() {
  const { data, error } = useRead('GET /api/admin/templates')
  if (!data) return error ? <EmptyState>{error.message}</EmptyState> : <Skeleton className="h-72" />
  return (
    <>
      <p className="pb-3 text-14 text-ink-2">
        What {product} sends automatically, shown with example names, amounts and codes. The texts are part of the
        program and can’t be changed here.
      </p>
      <ul className="divide-y divide-line rounded-card bg-surface shadow-raised">
        {data.items.map((template) => (
          <li key={template.event}>
            <TemplateRow template={template} />
          </li>
        ))}
      </ul>
    </>
  )
}

function TemplateRow({ template: { event, channel, subject, content, secret } }: { template: Template }) {
  return (
    <details className="px-5">
      <summary className="min-h-11 cursor-pointer py-2.5 text-15 font-semibold">
        {event}
        <span className="font-normal text-ink-2">
          {channel === 'text' && ', text message'}
          {secret && ', with a code or link'}
        </span>
      </summary>
      <div className="flex flex-col gap-3 pb-5">
        {subject !== null && <p className="border-b border-line pb-3 text-17 font-semibold">{subject}</p>}
        <p className="wrap-anywhere whitespace-pre-wrap">{content.trim()}</p>
      </div>
    </details>
  )
}
