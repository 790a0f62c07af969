import { useCallback, useId, useRef, useState, type ReactNode } from 'react'

type ActionMenuProps = {
  /** What opens it, where the trigger itself does not say it in words. */
  label?: string
  trigger: ReactNode
  triggerClass?: string
  /** Links and buttons; choosing one closes the menu. */
  children: ReactNode
  className?: string
}

/** The class of a line in a menu. */
export const menuItemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-start text-14 font-medium hover:bg-sunken'

/** A small menu under a button: Escape, a choice or a tap elsewhere closes it. */
export function ActionMenu({ label, trigger, triggerClass = '', children, className = 'end-0' }: ActionMenuProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const whileOpen = useCallback((whole: HTMLElement | null) => {
    if (!whole) return
    const over = new AbortController()
    const outside = (event: Event) => {
      if (event.target instanceof Node && !whole.contains(event.target)) setOpen(false)
    }
    const choice = (event: Event) => {
      if (event.target instanceof Node && menu.current?.contains(event.target)) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', outside, over)
    document.addEventListener('focusin', outside, over)
    document.addEventListener('click', choice, over)
    document.addEventListener('keydown', escape, over)
    return () => over.abort()
  }, [])
  return (
    <div ref={open ? whileOpen : null} className="relative">
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        className={triggerClass}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      <div
        id={id}
        hidden={!open}
        ref={menu}
        className={`absolute top-full z-20 mt-1 w-56 rounded-tile border border-line bg-surface p-1.5 text-ink shadow-raised ${className}`}
      >
        {children}
      </div>
    </div>
  )
}
