import type { ComponentProps } from 'react'
import { Rosette } from './rosette.tsx'

/** A plain sheet of paper. */
export function Card({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div className={`rounded-card bg-surface shadow-raised ${className}`} {...rest} />
}

type CertificateProps = ComponentProps<'section'> & {
  paper: 'verdigris' | 'bronze' | 'slate'
  /** Whose mark is engraved. */
  of: string
}

/** An engraved certificate: coloured paper with the mark of an id, white text on top. */
export function Certificate({ paper, of, className = '', children, ...rest }: CertificateProps) {
  return (
    <section className={`paper-${paper} relative isolate overflow-hidden rounded-card ${className}`} {...rest}>
      <Rosette id={of} className="top-1/2 -right-[24%] -z-10 aspect-square h-[200%] -translate-y-1/2" />
      {children}
    </section>
  )
}
