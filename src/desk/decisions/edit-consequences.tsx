import { useQuery } from '@tanstack/react-query'
import { parseAmount } from '#money/micro-usd.ts'
import type { PreviewReply } from '#records/contract.ts'
import { consequencesOf } from './consequences.ts'
import type { EditValues } from './edit.ts'
import { onceTyped } from './once-typed.ts'

/** What is asked of the server while an edit is typed. */
export const PREVIEW = 'what an edit would move'

type EditConsequencesProps = {
  before: EditValues & { version: number }
  edited: EditValues
  preview: (body: EditValues & { version: number }) => Promise<PreviewReply>
  /** What has been sent is no longer what would be: nothing is asked of it. */
  sent: boolean
}

/** What an edit would move, as the server works it out, or why it would refuse it. */
export function EditConsequences({ before, edited, preview, sent }: EditConsequencesProps) {
  const body = { ...edited, version: before.version }
  const { data, error } = useQuery({
    queryKey: [PREVIEW, body],
    queryFn: async ({ signal }) => {
      await onceTyped(signal)
      return preview(body)
    },
    enabled: !sent && !('problem' in parseAmount(edited.amount)),
    retry: false,
    gcTime: 0,
  })
  if (error) return <p className="text-down">{error.message}</p>
  if (!data) return <p>One correction will be posted.</p>
  const lines = consequencesOf(data, before.status, edited.status)
  if (lines.length === 0) return <p>No money moves.</p>
  return (
    <ul aria-label="What this moves" className="text-ink">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
