import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { StatementAccount } from '#statements/contract.ts'
import { daysOfPeriod, periodNameOf } from './period.ts'

export const STATEMENT_ACCOUNTS: readonly StatementAccount[] = [
  'all',
  'earnings',
  'referral',
  'invested',
  'bonus',
  'withdrawing',
]

type Change = { period?: string; from?: string | undefined; to?: string | undefined; account?: string }

/** What statement the address asks for, and how to ask for another. */
export function useStatementQuery() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [today] = useState(() => new Date())
  const name = periodNameOf(search.period)
  return {
    name,
    period: daysOfPeriod(name, today, {
      ...(search.from && { from: search.from }),
      ...(search.to && { to: search.to }),
    }),
    account: STATEMENT_ACCOUNTS.find((account) => account === search.account) ?? 'all',
    ask: (change: Change) =>
      void navigate({
        to: '.',
        search: ({ from, to, ...present }) => ({ ...present, ...(change.period ? {} : { from, to }), ...change }),
        replace: true,
        resetScroll: false,
      }),
  }
}
export type StatementQuery = ReturnType<typeof useStatementQuery>
