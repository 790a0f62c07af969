import type { IdentityCheck } from '#kyc/contract.ts'
import { CHECK_HOLDS } from '#kyc/hold-rules.ts'
import type { BulkDecision } from '#lists/web/bulk-panel.tsx'
import { SelectedBar, type SelectedFrom } from '#lists/web/selected-bar.tsx'
import { call } from '#desk/calls.ts'
import { lookTwice } from '#desk/checks/flag-words.ts'
import { NothingCompared } from '#desk/screening/nothing-compared.tsx'

const together: BulkDecision<IdentityCheck> = {
  whoOf: (check) => [`${check.user.name}, ${check.user.email}`, ...lookTwice(check)].join(', '),
  heldBy: ({ held }) => held && CHECK_HOLDS[held],
  approve: ({ id }) => call('POST /api/approve-kyc/:id', { params: { id }, body: {} }),
  decline: ({ id }, reason) => call('POST /api/decline-kyc/:id', { params: { id }, body: { reason } }),
  consequence: {
    approve: () => (
      <>
        <span className="block">After approval each of them can invest and withdraw.</span>
        <NothingCompared />
      </>
    ),
    decline: () => 'Each of them can ask for another check.',
  },
}

/** How many checks are selected, and the ways to decide on all of them: it comes when the list is there. */
export function ChecksBar(props: SelectedFrom<IdentityCheck>) {
  return <SelectedBar {...props} together={together} />
}
