import type { CheckInFull, Flag, FullClaim as Claim } from '#kyc/contract.ts'
import { FigureList, type Figure } from '#ui/figures.tsx'
import { Notice } from '#ui/notice.tsx'
import { createRead } from '#ui/read.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { dayOf } from '#ui/times.ts'
import { countryName } from '#users/web/countries.ts'
import { call } from '#desk/calls.ts'
import { AccountLink } from '#desk/record-parts.tsx'
import { CHECKLIST, DOCUMENTS, FLAGS } from './check-words.ts'
import { DocumentPicture } from './document-picture.tsx'

const useRead = createRead(call)

/** What an identity check goes by: pictures beside what the person says, and what should be looked at twice. */
export function ClaimOf({ checkId }: { checkId: string }) {
  const { data, error } = useRead('GET /api/admin/checks/:id', { params: { id: checkId } })
  if (error) return <p className="py-4 text-14 text-ink-2">{error.message}</p>
  if (!data) return <Skeleton className="my-4 h-80 rounded-tile" />
  const { claim, documents, checklist, flags, same } = data.item
  if (claim === null)
    return (
      <p className="py-4 text-14 text-ink-2">
        There is nothing to see here: the details are erased, or only for owners and reviewers.
      </p>
    )
  return (
    <div className="@container border-t border-line py-4">
      <Flags flags={flags} same={same} />
      <div className="grid grid-cols-1 items-start gap-4 @min-[38rem]:grid-cols-2">
        <div className="flex flex-col gap-3">
          {documents.map((side) => (
            <DocumentPicture key={side} checkId={checkId} side={side} />
          ))}
          {documents.length === 0 && <p className="text-14 text-ink-2">The pictures are no longer kept.</p>}
        </div>
        <div>
          <FigureList figures={figuresOf(claim)} />
          {checklist && (
            <ul aria-label="Checklist" className="mt-4 flex flex-col gap-1 border-t border-line pt-3 text-14">
              {Object.entries(CHECKLIST).map(([item, name]) => (
                <li key={item}>{`${checklist[item as keyof typeof CHECKLIST] ? 'Yes' : 'No'}: ${name}`}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </div>
  )
}

function Flags({ flags, same }: { flags: readonly Flag[]; same: CheckInFull['same'] }) {
  if (flags.length === 0) return null
  return (
    <div className="mb-4">
      <Notice tone="warning">
        <ul className="flex flex-col gap-1">
          {flags.map((flag) => (
            <li key={flag}>{FLAGS[flag]}</li>
          ))}
        </ul>
        {same.map(({ what, user }) => (
          <p key={`${what} ${user.id}`} className="mt-2 flex flex-wrap items-center gap-x-3 text-ink">
            <span className="min-w-0 wrap-anywhere">{`${user.name}, ${user.email}`}</span>
            <AccountLink person={user} />
          </p>
        ))}
      </Notice>
    </div>
  )
}

function figuresOf({ legal_name, birth_date, nationality, address, document, word }: Claim): Figure[] {
  const { street, postal_code, city, country } = address
  return [
    { term: 'Legal name', value: legal_name },
    { term: 'Birth date', value: dayOf(birth_date) },
    { term: 'Nationality', value: countryName(nationality) },
    { term: 'Address', value: `${street}, ${postal_code} ${city}, ${countryName(country)}` },
    { term: 'Document', value: `${DOCUMENTS[document.kind]}, ${countryName(document.country)}` },
    { term: 'Number', value: document.number },
    { term: 'Expires', value: dayOf(document.expires_on) },
    ...(document.zone ? [{ term: 'Name in its lines', value: document.zone.name }] : []),
    ...(word ? [{ term: 'Word', value: word }] : []),
  ]
}
