import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { Plan } from '#plans/contract.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { momentOf } from '#ui/times.ts'
import type { AssumedOnWire, DuesOnWire } from '#whatif/contract.ts'
import { foreseeBooks, withoutNewMoney, type Assumptions } from '#whatif/rules.ts'
import { useRead } from '#desk/calls.ts'
import { useMayChange } from '#desk/decisions/may-decide.ts'
import { Forecast } from './forecast.tsx'
import { paidInWords } from './lines.ts'
import { WhatIfPanel } from './what-if-panel.tsx'
import { SavedWhatIfs, SaveWhatIf } from './saved-what-ifs.tsx'
import { booksNowOf, nothingNew, readTyped, typedOf, type Typed } from './typed.ts'
import { useDues } from './use-dues.ts'
import { WhatIfForm } from './what-if-form.tsx'

const BEHIND = 'One of your assumptions can’t be used. These figures are from before it.'

/** What becomes of the books if things go as assumed, on a copy of what falls due: nothing of it changes anything. */
export function AdminWhatIfScreen() {
  const dues = useDues()
  const plans = useRead('GET /api/admin/plans')
  const error = dues.error ?? plans.error
  return (
    <>
      <PageHead
        over="Funds"
        title="What if"
        below="Two years on a copy of what falls due. Nothing in the books changes."
        actions={
          <Link to="/admin-funds" className="flex min-h-11 items-center text-14 font-semibold underline">
            Funds
          </Link>
        }
      />
      {dues.data && plans.data ? (
        <WhatIf dues={dues.data} plans={plans.data.items} onReadAgain={() => void dues.refetch()} />
      ) : error ? (
        <Card className="p-5">
          <LoadFailed again={() => Promise.all([dues.refetch(), plans.refetch()])}>{error.message}</LoadFailed>
        </Card>
      ) : (
        <Card className="p-5">
          <p role="status" className="pb-3 text-14 text-ink-2">
            Reading what falls due…
          </p>
          <Skeleton className="h-96" />
        </Card>
      )}
    </>
  )
}

type WhatIfProps = { dues: DuesOnWire; plans: readonly Plan[]; onReadAgain: () => void }

function WhatIf({ dues, plans, onReadAgain }: WhatIfProps) {
  const today = dues.days[0]?.day ?? dues.as_of.slice(0, 10)
  const [typed, setTyped] = useState(() => nothingNew(today))
  const panel = usePanel('what-if')
  const mayChange = useMayChange()
  const planOf = (of: Typed) => plans.find(({ id }) => id === of.plan)
  const read = readTyped(typed, planOf(typed), today)
  const [assumed, setAssumed] = useState<Assumptions>()
  // what cannot be read is said at its field, and what could be read last stays on screen
  const shown = useDeferredValue('assumed' in read ? read.assumed : assumed)
  const books = booksNowOf(dues)
  // some milliseconds for each, behind what is being typed or slid
  const foreseen = shown && foreseeBooks(books, shown)
  const byItself =
    shown && (shown.newInvestments === null ? foreseen : foreseeBooks(books, { ...shown, newInvestments: null }))
  const without = shown && foreseeBooks(books, withoutNewMoney(shown))
  const isBehind = 'errors' in read && shown !== undefined
  const change = (next: Typed) => {
    if ('assumed' in read) setAssumed(read.assumed)
    setTyped(next)
  }
  const use = (saved: AssumedOnWire) => {
    change(typedOf(saved, today))
    panel.close()
  }
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
      <Card className="min-w-0 px-5 pt-4 pb-2">
        <div role="status">{isBehind && <p className="pb-3 text-14 font-semibold text-down">{BEHIND}</p>}</div>
        {foreseen && byItself && without && <Forecast {...{ foreseen, byItself, without }} />}
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-line py-2 text-13 text-ink-2">
          <p>From the books of {momentOf(dues.as_of)}, days of UTC.</p>
          <Button variant="quiet" size="small" onClick={onReadAgain}>
            Read again
          </Button>
        </div>
      </Card>
      <div className="flex min-w-0 flex-col gap-4">
        <Card className="flex flex-col gap-4 p-5">
          <h2 className="text-17">Assume</h2>
          <WhatIfForm
            typed={typed}
            plans={plans}
            today={today}
            errors={'errors' in read ? read.errors : {}}
            onChange={change}
          />
          {foreseen && byItself && !isBehind && (
            <p className="text-15 font-semibold lg:hidden">{paidInWords(foreseen, byItself)}</p>
          )}
          {mayChange && <SaveWhatIf typed={typed} ready={'assumed' in read} />}
        </Card>
        <SavedWhatIfs onOpen={panel.show} />
      </div>
      <SidePanel open={panel.open} onClose={panel.close} title="Foreseen and what came">
        {panel.of && <WhatIfPanel key={panel.of} id={panel.of} onUse={use} onRemoved={panel.close} />}
      </SidePanel>
    </div>
  )
}
