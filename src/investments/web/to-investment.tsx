import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The way to another investment of one's own. */
export function ToInvestment({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link
      to="/investment"
      search={(now) => ({ ...now, panel: 'details', of: id })}
      className="inline-block min-h-6 underline decoration-current/45 underline-offset-4"
    >
      {children}
    </Link>
  )
}
