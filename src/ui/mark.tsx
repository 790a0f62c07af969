import { product } from '#texts/product.ts'

type Page = { document?: { documentElement: { dataset: { logo?: string; wordmark?: string } } } }
/** Where the operator has a logo the page says it (`data-logo`, written by the server); and whether it says the name itself. */
export const { logo, wordmark } = (globalThis as Page).document?.documentElement.dataset ?? {}

type MarkProps = {
  className?: string
  /** Where there is room for a square alone. */
  square?: boolean
}

/** The operator's logo, or else the mark: a plumb line with a gold bob on a verdigris tile, which follows the theme. */
export function Mark({ className = 'size-9', square }: MarkProps) {
  if (logo && square) return <img src={logo.replace('.', '-icon.')} alt="" className={`${className} rounded-[28%]`} />
  if (logo) return <img src={logo} alt={wordmark === undefined ? '' : product} className={`${className} logo`} />
  return <PlumbMark className={className} />
}

/** Plumb's own, whatever logo there is. */
export function PlumbMark({ className }: { className: string }) {
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
