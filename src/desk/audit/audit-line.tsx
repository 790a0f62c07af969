import { Link, type LinkProps } from '@tanstack/react-router'
import { product } from '#texts/product.ts'
import type { AuditLine } from '#audit/contract.ts'
import { buttonClass } from '#ui/button.tsx'
import { FigureList } from '#ui/figures.tsx'
import { ChangedFields } from './changed-fields.tsx'
import { actOf, capital, subjectOf, toTheSecond, whoOf } from './audit-words.ts'

/** One entry of the audit log: who did what to which record, from where, what it was before and after, and why. */
export function AuditLineRecord({ line }: { line: AuditLine }) {
  const { actor, asked_by, at, address, device, subject, before, after, reason, job } = line
  const record = linkTo(line)
  const called = subjectOf(line)
  return (
    <>
      <div className="border-b border-line pt-1 pb-4">
        <p className="text-17 font-semibold wrap-anywhere">
          {whoOf(line)} {actOf(line)}
        </p>
        <p className="text-14 text-ink-2">
          <time dateTime={at}>{toTheSecond(at)}</time>
        </p>
      </div>
      {reason && (
        <div className="border-b border-line py-3.5">
          <h3 className="text-13 font-normal text-ink-2">Why</h3>
          <p className="text-15 whitespace-pre-line wrap-anywhere">{reason}</p>
        </div>
      )}
      <FigureList
        className="py-4"
        figures={[
          ...(asked_by ? [{ term: 'Asked for by', value: asked_by.name }] : []),
          { term: asked_by ? 'Agreed to by' : 'Who', value: actor?.name ?? (job ? `${product}: ${job}` : product) },
          ...(address ? [{ term: 'From', value: address }] : []),
          ...(device ? [{ term: 'Device', value: device }] : []),
          { term: 'Record', value: capital(called ? `${subject.kind}, ${called}` : subject.kind) },
          { term: 'Record id', value: subject.id },
        ]}
      />
      <h3 className="border-t border-line pt-4 text-13 font-normal text-ink-2">Before and after</h3>
      <ChangedFields before={before} after={after} />
      <div className="mt-auto flex flex-wrap gap-2 pt-4 pb-5">
        {record && (
          <Link {...record.to} className={buttonClass('quiet', 'small')}>
            {record.label}
          </Link>
        )}
        {actor && actor.id !== subject.id && (
          <Link to="/view-account/$userId" params={{ userId: actor.id }} className={buttonClass('quiet', 'small')}>
            Account of {actor.name}
          </Link>
        )}
        <Link to="/admin-audit" search={{ q: subject.id }} className={buttonClass('quiet', 'small')}>
          All about this record
        </Link>
      </div>
    </>
  )
}

type RecordLink = { label: string; to: Pick<LinkProps, 'to' | 'params' | 'search'> }

/** Where the record of a line is looked at. */
function linkTo({ subject: { kind, id, name } }: AuditLine): RecordLink | null {
  switch (kind) {
    case 'investment':
      return { label: 'Open the investment', to: { to: '/admin-investments', search: { panel: 'investment', of: id } } }
    case 'withdrawal':
      return { label: 'Open the withdrawal', to: { to: '/admin-withdrawals', search: { panel: 'withdrawal', of: id } } }
    case 'referral':
      return { label: 'Open the referral', to: { to: '/admin-referrals', search: { panel: 'referral', of: id } } }
    case 'user':
      return { label: `Account of ${name ?? 'the user'}`, to: { to: '/view-account/$userId', params: { userId: id } } }
    case 'reserve':
      return { label: 'Funds', to: { to: '/admin-funds' } }
    case 'wallet':
      return { label: 'Payment wallets', to: { to: '/wallets' } }
    case 'plan':
      return { label: 'Plans', to: { to: '/plans' } }
    case 'message':
    case 'mailing':
      return { label: 'Mail', to: { to: '/admin-mail' } }
    case 'identity check':
      return { label: 'Open the check', to: { to: '/admin-kyc', search: { panel: 'identity-check', of: id } } }
    case 'role invitation':
      return { label: 'Administrators', to: { to: '/list-users', search: { tab: 'administrators' } } }
    case 'setting':
      return {
        label: 'Open the setting',
        to: { to: '/admin-settings', search: { panel: 'setting', of: name ?? undefined } },
      }
    default:
      return null
  }
}
