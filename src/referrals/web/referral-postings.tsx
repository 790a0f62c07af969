import { Postings } from '#ledger/web/postings.tsx'
import { checkOwnPosting } from '#records/web/check-own.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { useRead } from './calls.ts'

/** What a referral has done to the books, as it stands now. */
export function ReferralPostings({ id }: { id: string }) {
  const { data, error, refetch } = useRead('GET /api/referral-story/:id', { params: { id } })
  if (error) return <LoadFailed again={refetch} />
  return <Postings postings={data?.postings} below={checkOwnPosting} />
}
