import type { ComponentProps } from 'react'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'paper' | 'slate'
type Size = 'large' | 'medium' | 'small'

const variants: Record<Variant, string> = {
  primary: 'bg-brand text-on-brand',
  secondary: 'bg-surface text-ink border border-line',
  quiet: 'bg-sunken text-ink',
  danger: 'bg-sunken text-down',
  // on a certificate, the same in both themes
  paper: 'bg-[#C9F3E4] text-[#04211B]',
  slate: 'bg-[#3A6874] text-white',
}
const sizes: Record<Size, string> = {
  large: 'min-h-14 px-6 text-17 rounded-control',
  medium: 'min-h-11 px-4 text-15 rounded-control',
  small: 'min-h-11 px-3.5 text-14 rounded-control lg:min-h-9',
}

/** The classes of a button, for links that look like one. */
export function buttonClass(variant: Variant = 'primary', size: Size = 'large'): string {
  return `pressable inline-flex items-center justify-center gap-2.5 text-center font-semibold tracking-tight disabled:bg-sunken disabled:text-ink-2 ${variants[variant]} ${sizes[size]}`
}

export type ButtonProps = ComponentProps<'button'> & { variant?: Variant; size?: Size; busy?: boolean }

/** A button. `busy` keeps it focusable and says so, but lets nothing through. */
export function Button({ variant, size, busy = false, className = '', onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      className={`${buttonClass(variant, size)} ${busy ? 'opacity-70' : ''} ${className}`}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}
