import type { ReactNode } from 'react'
import type { CheckInFull, Flag, FullClaim as Claim } from '#kyc/contract.ts'
import { FigureList, type Figure } from '#ui/figures.tsx'
import { Notice } from '#ui/notice.tsx'
import { createRead } from '#ui/read.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { dateOf } from '#ui/times.ts'
import { countryName } from '#users/web/countries.ts'
import { call } from '#desk/calls.ts'
import { AccountLink } from '#desk/record-parts.tsx'
import { CHECKLIST, DOCUMENTS, FLAGS } from './check-words.ts'
import { DocumentPicture } from './document-picture.tsx'

const useRead = createRead(call)

/**
 * What an identity check goes by, and below it what is to be done: the pictures on the left, the rest on the right, each
 * scrolled for itself. Where there is no room for both, the pictures stay at the top while the rest is read and ticked.
 */
export function CheckReview({ checkId, children }: { checkId: string; children: ReactNode }) {
  const { data, error } = useRead('GET /api/admin/checks/:id', { params: { id: checkId } })
  const item = data?.item
  const nothing = error
    ? error.message
    : item?.claim === null && 'There is nothing to see here: the details are erased, or only for owners and reviewers.'
  return (
    <div className="@container flex grow flex-col lg:min-h-0">
      <div className={`grow lg:min-h-0 ${nothing ? 'flex flex-col' : 'check-review'}`}>
        <div className="flex gap-3 bg-surface py-2">
          {nothing ? (
            <p className="py-4 text-14 text-ink-2">{nothing}</p>
          ) : item ? (
            <Pictures checkId={checkId} sides={item.documents} />
          ) : (
            <Skeleton className="h-76 w-full rounded-tile" />
          )}
        </div>
        {/* what the keyboard comes to stands clear of the buttons at the end */}
        <div className="flex grow flex-col pt-3" style={{ scrollPaddingBottom: '12rem' }}>
          {item?.claim && <Said item={item} claim={item.claim} />}
          {item?.claim === null && <FigureList figures={[accountOf(item)]} />}
          {children}
        </div>
      </div>
    </div>
  )
}

/** One under another; where they stay at the top, beside one another, to be scrolled sideways. */
function Pictures({ checkId, sides }: { checkId: string; sides: CheckInFull['documents'] }) {
  if (sides.length === 0) return <p className="text-14 text-ink-2">The pictures are no longer kept.</p>
  return sides.map((side) => <DocumentPicture key={side} checkId={checkId} side={side} />)
}

/** What should be looked at twice, what the person says, and what was ticked. */
function Said({ item: { flags, same, checklist, user }, claim }: { item: CheckInFull; claim: Claim }) {
  return (
    <>
      <Flags flags={flags} same={same} />
      <FigureList figures={[accountOf({ user }), ...figuresOf(claim)]} />
      {checklist && (
        <ul aria-label="Checklist" className="mt-4 flex flex-col gap-1 border-t border-line pt-3 text-14">
          {Object.entries(CHECKLIST).map(([item, name]) => (
            <li key={item}>{`${checklist[item as keyof typeof CHECKLIST] ? 'Yes' : 'No'}: ${name}`}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function Flags({ flags, same }: { flags: readonly Flag[]; same: CheckInFull['same'] }) {
  if (flags.length === 0) return null
  const others = [...new Map(same.map(({ user }) => [user.id, user])).values()]
  return (
    <div className="mb-4">
      <Notice tone="warning">
        <ul className="flex flex-col gap-1">
          {flags.map((flag) => (
            <li key={flag}>{FLAGS[flag]}</li>
          ))}
        </ul>
        {others.map((user) => (
          <p key={user.id} className="mt-2 flex flex-wrap items-center gap-x-3 text-ink">
            <span className="min-w-0 wrap-anywhere">{`${user.name}, ${user.email}`}</span>
            <AccountLink person={user} />
          </p>
        ))}
      </Notice>
    </div>
  )
}

/** Whose check it is: no two accounts have one name. */
function accountOf({ user }: Pick<CheckInFull, 'user'>): Figure {
  return { term: 'Account', value: user.name }
}

function figuresOf({ legal_name, birth_date, nationality, address, document, word }: Claim): Figure[] {
  const { street, postal_code, city, country } = address
  return [
    { term: 'Legal name', value: legal_name },
    { term: 'Birth date', value: dateOf(birth_date) },
    { term: 'Nationality', value: countryName(nationality) },
    { term: 'Address', value: `${street}, ${postal_code} ${city}, ${countryName(country)}` },
    { term: 'Document', value: `${DOCUMENTS[document.kind]}, ${countryName(document.country)}` },
    { term: 'Number', value: document.number },
    { term: 'Expires', value: dateOf(document.expires_on) },
    ...(document.zone ? [{ term: 'Name in the machine-readable lines', value: document.zone.name }] : []),
    ...(word ? [{ term: 'Word', value: word }] : []),
  ]
}
