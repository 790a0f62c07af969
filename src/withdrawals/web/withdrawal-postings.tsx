import { Postings } from '#ledger/web/postings.tsx'
import { checkOwnPosting } from '#records/web/check-own.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { useRead } from './calls.ts'

/** What a withdrawal has done to the books, as it stands now. */
export function WithdrawalPostings({ id }: { id: string }) {
  const { data, error, refetch } = useRead('GET /api/withdrawal-story/:id', { params: { id } })
  if (error) return <LoadFailed again={refetch} />
  return <Postings postings={data?.postings} below={checkOwnPosting} />
}
