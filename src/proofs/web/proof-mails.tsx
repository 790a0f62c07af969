import * as text from '#texts/proof.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { createRead, useRefresh } from '#ui/read.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSubmission } from '#ui/submission.ts'
import { call } from './calls.ts'

const useRead = createRead(call)

/** Whether the first proof of each month comes by mail, and the way to change that. */
export function ProofMails() {
  const { data, error, refetch } = useRead('GET /api/proof-mails')
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const want = (wanted: boolean) =>
    void submit(() => call('POST /api/want-proof-mails', { body: { wanted } }), { done: refresh })
  return (
    <Card className="p-5">
      <h2 className="text-17">{text.mails}</h2>
      <p className="mt-1 text-14 text-ink-2">{text.mailsLine}</p>
      <div className="mt-3">
        {data ? (
          <Button variant="secondary" size="medium" className="w-full" busy={busy} onClick={() => want(!data.wanted)}>
            {data.wanted ? text.endMails : text.wantMails}
          </Button>
        ) : error ? (
          <LoadFailed again={refetch} />
        ) : (
          <Skeleton className="h-12" />
        )}
      </div>
    </Card>
  )
}
