/** The mark: a plumb line with a gold bob on a verdigris tile, which follows the theme. */
export function Mark({ className = 'size-9' }: { className?: string }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden className={className}>
      <rect width="64" height="64" rx="18" fill="var(--mark)" />
      <path d="M32 11v29" stroke="#A4EBD5" strokeWidth="3.4" strokeLinecap="round" />
      <path
        d="M24.6 35.5h14.8c1 0 1.6 1 1.2 1.9l-7.3 15.1c-.5 1.1-2.1 1.1-2.6 0l-7.3-15.1c-.4-.9.2-1.9 1.2-1.9z"
        fill="#F2C25B"
      />
    </svg>
  )
}
