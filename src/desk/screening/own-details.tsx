import { useRead } from '#desk/calls.ts'
import { FigureList } from '#ui/figures.tsx'
import { dateOf } from '#ui/times.ts'
import { countryName } from '#users/web/countries.ts'

/**
 * What somebody says of themselves in their newest identity check, to be compared with what a list says. Nothing where no
 * check has it, or for who may not see it; that it was read is logged, as on the check.
 */
export function OwnDetails({ userId }: { userId: string }) {
  const { data } = useRead('GET /api/admin/checks', { query: { user: userId, limit: '1' } })
  const check = data?.items[0]
  return check ? <DetailsOf checkId={check.id} /> : null
}

function DetailsOf({ checkId }: { checkId: string }) {
  const claim = useRead('GET /api/admin/checks/:id', { params: { id: checkId } }).data?.item.claim
  if (!claim) return null
  const { legal_name, birth_date, nationality, document } = claim
  return (
    <>
      <h3 className="border-t border-line pt-4 text-13 font-normal text-ink-2">In the identity check</h3>
      <FigureList
        className="pt-2 pb-4"
        figures={[
          { term: 'Name', value: legal_name },
          ...(document.zone ? [{ term: 'Name in the machine-readable lines', value: document.zone.name }] : []),
          { term: 'Born', value: dateOf(birth_date) },
          { term: 'Nationality', value: countryName(nationality) },
        ]}
      />
    </>
  )
}
