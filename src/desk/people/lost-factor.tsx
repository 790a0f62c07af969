import { Link } from '@tanstack/react-router'
import type { FactorHelp } from '#factors/contract.ts'
import { HELP_HOURS } from '#factors/rules.ts'
import { useUser } from '#identity/web/session.ts'
import { Button } from '#ui/button.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { useNow } from '#ui/now.ts'
import { ago, momentOf } from '#ui/times.ts'
import type { ListedUser } from '#users/contract.ts'
import { useRead } from '#desk/calls.ts'
import { useWhyNotDecide } from '#desk/decisions/may-decide.ts'
import { UntilTold } from './until-told.tsx'

/** The request of a user for help with lost second factors that is not over, if there is one. */
export function useHelpOf(userId: string): { help: FactorHelp | undefined; refetch: () => unknown } {
  const { data, refetch } = useRead('GET /api/admin/factor-help', { query: { user: userId } })
  return { help: data?.items[0], refetch }
}

/** On somebody's account: that they ask for help with lost second factors, and what can be done. Else nothing. */
export function LostFactorRequest({ user }: { user: ListedUser }) {
  const { help, refetch } = useHelpOf(user.id)
  return help === undefined ? null : <Request user={user} help={help} refetch={refetch} />
}

/** What becomes of a wait that has begun, as far as is known. */
function endInWords({ told, ends_at }: FactorHelp): string {
  if (told === 'may yet')
    return `No message about it has been delivered yet; we’re still trying. The second factors are removed ${HELP_HOURS} hours after one is.`
  const moment = momentOf(ends_at ?? '')
  return told === 'never'
    ? `No message about it could be delivered, so nothing is removed: the request ends on ${moment}.`
    : `The second factors are removed on ${moment}.`
}

/** The way to the pictures by which somebody is recognised. */
export function ToCheck({ help: { check_id }, children }: { help: FactorHelp; children: string }) {
  return (
    <Link
      to="/admin-kyc"
      search={{ tab: 'active', panel: 'identity-check', of: check_id ?? undefined }}
      className="-my-2 inline-flex min-h-11 items-center font-semibold underline"
    >
      {children}
    </Link>
  )
}

function Request({ user, help, refetch }: { user: ListedUser; help: FactorHelp; refetch: () => unknown }) {
  const start = usePanel('start-factor-wait')
  const refuse = usePanel('refuse-factor-help')
  const now = useNow(60_000)
  const whyNot = useWhyNotDecide([user.id])
  const me = useUser()
  const mayHandle = !whyNot && (user.roles.length === 0 || me?.roles.includes('owner') === true)
  return (
    <section aria-label="Lost second factors" className="mx-3 mt-4 rounded-tile bg-pending-wash p-3.5">
      <UntilTold helps={[help]} user={user.id} />
      <h3 className="text-14 text-pending">Lost second factors</h3>
      <p className="mt-1 text-13">
        {help.state === 'open'
          ? `Somebody who knows the password asked for help ${ago(help.asked_at, now)}.`
          : `${help.started_by} began the wait. ${endInWords(help)}`}
      </p>
      {help.ended_before !== null && (
        <p className="mt-2 text-13">
          A request before it ended on {momentOf(help.ended_before)} by a second factor or a link that went to the
          phone. Ask whoever calls about it: a thief may have both. This one ends by the link in the mail alone, or
          here.
        </p>
      )}
      {help.note !== null && <p className="mt-2 text-13 wrap-anywhere whitespace-pre-line">“{help.note}”</p>}
      {mayHandle && help.state === 'open' && help.looked === false && (
        <p className="mt-2 text-13">
          First look at every picture of the <ToCheck help={help}>approved identity check</ToCheck>, and compare it with
          whoever asks.
        </p>
      )}
      {mayHandle && help.state === 'open' && help.looked === null && <p className="mt-2 text-13">{help.why_not}</p>}
      {mayHandle && (
        <div className="mt-3 flex flex-col gap-2">
          {help.state === 'open' && (
            <Button
              variant="secondary"
              size="small"
              onClick={() => {
                // they may have looked at the pictures a moment ago
                void refetch()
                start.show()
              }}
            >
              Start the 72-hour wait
            </Button>
          )}
          <Button variant="secondary" size="small" className="text-down!" onClick={() => refuse.show()}>
            Refuse
          </Button>
        </div>
      )}
    </section>
  )
}
