import type { ReactNode } from 'react'

/** What stands where there is nothing yet: a sentence, and the next step. */
export function EmptyState({ children, next }: { children: ReactNode; next?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-12 text-center text-ink-2">
      <svg viewBox="0 0 24 56" aria-hidden className="h-14 text-line-strong">
        <path d="M12 0v38" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2 3" />
        <path d="M6.5 38h11L12 51z" fill="none" stroke="var(--seal)" strokeWidth="1.5" strokeLinejoin="round" />
      </svg>
      <p className="text-balance">{children}</p>
      {next}
    </div>
  )
}
