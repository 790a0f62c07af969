import * as text from '#texts/referral.ts'
import { fromWire } from '#money/micro-usd.ts'
import { showTotal, showUsdExact } from '#money/show.ts'
import type { RecordTab } from '#lists/web/record-tabs.tsx'
import type { Referral } from '#referrals/contract.ts'
import { initialsOf } from '#ui/avatar.tsx'
import { RecordList, useSlices } from '#lists/web/record-list.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RecordRow } from '#ui/record-row.tsx'
import { Seal } from '#ui/rosette.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { momentOf } from '#ui/times.ts'
import { ShareInvitation } from './share-invitation.tsx'

type ReferralListProps = {
  referrals: readonly Referral[]
  tab: RecordTab
  /** Who invites. */
  name: string
  /** The id of the one that is open. */
  opened: string | undefined
  onOpen: (id: string) => void
}

/** The referrals of one state, with their amounts summed: who came, and what that brings. */
export function ReferralList({ referrals, tab, name, opened, onOpen }: ReferralListProps) {
  'use no memo'
  const pages = useSlices(referrals)
  if (referrals.length === 0) {
    const next = tab.name !== 'declined' && <ShareInvitation name={name} variant="secondary" />
    return <EmptyState next={next}>{tab.empty}</EmptyState>
  }
  return (
    <>
      <p className="flex justify-between border-b border-line pt-4 pb-3 text-14 md:border-0 md:pb-0 text-ink-2">
        {text.inAll(tab.label)}
        <b className="text-ink">{showTotal(referrals)}</b>
      </p>
      <RecordList label={text.ofState(tab.label)} columns={text.columns} pages={pages}>
        {({ id, amount, status, created_at, invited }) => (
          <RecordRow
            key={id}
            lead={
              <Seal
                id={invited.id}
                initials={initialsOf(invited.name)}
                className="size-10 text-17 [--brand:var(--gold)]"
              />
            }
            title={invited.email}
            detail={<span>{momentOf(created_at)}</span>}
            aside={<b>{showUsdExact(fromWire(amount))}</b>}
            note={
              // as wide as its word, in a column too
              <span>
                <StatusPill status={status} />
              </span>
            }
            current={id === opened}
            onOpen={() => onOpen(id)}
          />
        )}
      </RecordList>
    </>
  )
}
