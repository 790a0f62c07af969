import { useState } from 'react'
import { isPayout, termOf } from '#approvals/rules.ts'
import type { Approval, ApprovalKind } from '#approvals/contract.ts'
import { readColour } from '#settings/look-rules.ts'
import { PLUMB } from '#settings/palette-rules.ts'
import { Address } from '#ui/address.tsx'
import { initialsOf } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { useChange } from '#ui/change.ts'
import { FigureList } from '#ui/figures.tsx'
import { useNow } from '#ui/now.ts'
import { useRefresh } from '#ui/read.ts'
import { MissingSeal, Seal } from '#ui/rosette.tsx'
import { fieldOf, useSubmission } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import { ago, dayOf } from '#ui/times.ts'
import { approvalFigures, whyItWaits } from './approval-words.ts'
import { call } from '#desk/calls.ts'

/** What was asked: it follows `has asked`. */
const KINDS: Record<ApprovalKind, string> = {
  'approve investment': 'for the approval of this investment',
  'decline investment': 'to decline this investment',
  'update investment': 'for a correction of this investment',
  'update withdrawal': 'for a correction of this withdrawal',
  'approve referral': 'for the approval of this bonus',
  'top up user': 'for a top-up of this account',
  'deduct user': 'for a deduction from this account',
  'refund suspense': 'for a refund of held money',
  'record funds': 'to record funds in this wallet',
  'create wallet': 'for a new payment wallet',
  'change wallet': 'for a change of this wallet',
  'create plan': 'for a new plan',
  'change plan': 'for a change of this plan',
  'change limit': 'for a change of this limit',
  'change kyc': 'for a change of when an identity check is needed',
  'change setting': 'for a change of this setting',
  'change backing': 'for promises to be made before they are set apart',
  'publish terms': 'to publish new terms',
  'set roles': 'for a change of this administrator’s roles',
  'invite to roles': 'for an invitation to roles',
  'unblock user': 'to unblock this administrator’s sign-in',
}

/** Where no form asks for a reason, so that none is missing. */
const WITHOUT_REASON: readonly ApprovalKind[] = [
  'approve investment',
  'approve referral',
  'create wallet',
  'change wallet',
  'create plan',
  'change plan',
  'set roles',
]

/** One request that waits: what would change, who asked, when and why, and what this administrator can do about it. */
export function ApprovalRequest({ approval }: { approval: Approval }) {
  const { kind, asked_by, asked_at, expires_at, reason, changes } = approval
  const elsewhere = changes.find(({ field }) => field === 'address')?.after
  const logo = changes.find(({ field }) => field === 'logo')
  const colour = changes.find(({ field }) => field === 'brand_colour')
  const said = changes.filter(
    ({ field, after }) => !['address', 'brand_colour'].includes(field) && !(field === 'logo' && after),
  )
  const figures = approvalFigures({ ...approval, changes: said })
  const why = whyItWaits(approval)
  const now = useNow(60_000)
  return (
    <section aria-label="Waiting for a second approver" className="rounded-tile bg-pending-wash p-4 text-14">
      <div className="flex items-center gap-3">
        <span className="flex shrink-0">
          <Seal id={asked_by.id} initials={initialsOf(asked_by.name)} className="size-11 text-17" />
          <MissingSeal initials="2" className="-ms-3 size-11 bg-surface text-17" />
        </span>
        <h3 className="min-w-0 text-15 text-pending">Waiting for a second approver</h3>
      </div>
      <p className="mt-3 text-ink-2 wrap-anywhere">
        {approval.mine ? 'You have' : `${asked_by.name} has`} asked{' '}
        {isPayout(approval) ? 'for the payout of this withdrawal' : KINDS[kind]}, {ago(asked_at, now)}. It expires{' '}
        {dayOf(expires_at)}.
      </p>
      {why && <p className="mt-1 text-ink-2 wrap-anywhere">{why}</p>}
      {figures.length > 0 && <FigureList figures={figures} className="mt-3 rounded-control bg-surface p-3.5" />}
      {elsewhere && (
        <div className="mt-3 rounded-control bg-surface p-3.5">
          <p className="mb-2 text-ink-2">New address</p>
          <Address text={elsewhere} />
        </div>
      )}
      {colour && (
        <div className="mt-3 rounded-control bg-surface p-3.5">
          <p className="mb-2 text-ink-2">{termOf(colour)}</p>
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            <Colour of={colour.before} /> → <Colour of={colour.after} />
          </p>
        </div>
      )}
      {logo?.after && (
        <div className="mt-3 rounded-control bg-surface p-3.5">
          <p className="mb-2 text-ink-2">New logo</p>
          <img src={`/logo/${logo.after}.png`} alt="The new logo" className="max-w-full rounded-control" />
        </div>
      )}
      {(reason || !WITHOUT_REASON.includes(kind)) && (
        <p className="mt-3 text-ink-2 wrap-anywhere">{reason ? `Why: ${reason}` : 'No reason was given.'}</p>
      )}
      <Decide approval={approval} />
    </section>
  )
}

/** A colour as it looks, beside what it is called. */
function Colour({ of }: { of: string | null }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span
        aria-hidden
        className="size-6 rounded-control border border-line"
        style={{ backgroundColor: readColour(of ?? '') ?? PLUMB.light.brand }}
      />
      {of ?? 'none'}
    </span>
  )
}

function Decide({ approval }: { approval: Approval }) {
  const [refusing, setRefusing] = useState(false)
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const { id, mine, why_not, asked_by } = approval
  const params = { params: { id } }
  if (mine) {
    const withdraw = () => void submit(() => call('POST /api/withdraw-approval/:id', params), { done: refresh })
    return (
      <>
        <p className="mt-3 text-13 text-ink-2">Nothing changes until another administrator agrees.</p>
        <Button variant="secondary" size="small" className="mt-2 w-full" busy={busy} onClick={withdraw}>
          {busy ? 'sending...' : 'Withdraw my request'}
        </Button>
      </>
    )
  }
  if (why_not !== null) return <p className="mt-3 text-13 text-ink-2">{why_not}</p>
  if (refusing) return <Refuse approval={approval} onBack={() => setRefusing(false)} />
  const agree = () => void submit(() => call('POST /api/agree-approval/:id', params), { done: refresh })
  return (
    <>
      <p className="mt-3 text-13 text-ink-2">
        If you agree, it happens at once. The audit log names you as the one who agreed and {asked_by.name} as the one
        who asked.
      </p>
      <div className="mt-2 grid grid-cols-2 gap-2">
        <Button variant="secondary" size="small" className="text-down!" onClick={() => setRefusing(true)}>
          Refuse
        </Button>
        <Button size="small" busy={busy} onClick={agree}>
          {busy ? 'sending...' : 'Agree'}
        </Button>
      </div>
    </>
  )
}

function Refuse({ approval: { id, asked_by }, onBack }: { approval: Approval; onBack: () => void }) {
  const { busy, errors, change } = useChange(() => {})
  const refuse = (given: FormData) =>
    call('POST /api/refuse-approval/:id', { params: { id }, body: { reason: fieldOf(given, 'reason').trim() } })
  return (
    <form noValidate onSubmit={(event) => change(event, refuse)} className="mt-3">
      <TextArea
        // the button that was pressed has gone
        ref={takeFocus}
        label="Why it is refused"
        name="reason"
        required
        maxLength={500}
        hint={`${asked_by.name} receives it by mail`}
        error={errors['reason']}
      />
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Button variant="secondary" size="small" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" size="small" busy={busy} className="bg-down! text-surface!">
          {busy ? 'sending...' : 'Refuse'}
        </Button>
      </div>
    </form>
  )
}

function takeFocus(area: HTMLTextAreaElement | null) {
  area?.focus()
}
