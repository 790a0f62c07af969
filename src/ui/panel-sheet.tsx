import { Drawer } from '@base-ui/react/drawer'
import { useRef, type ReactNode } from 'react'
import { DIRECTION } from '#texts/locale.ts'
import { CloseButton } from './close-button.tsx'

export type PanelProps = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** Slides up from below by default; `end` comes from the right, for records beside a list and for menus. */
  side?: 'bottom' | 'end'
  children: ReactNode
}

const sides = {
  bottom: {
    swipe: 'down',
    viewport: 'items-end justify-center',
    popup:
      'pt-2.5 max-h-[calc(92dvh+3rem)] w-full max-w-107.5 -mb-12 pb-[calc(1.5rem+env(safe-area-inset-bottom)+3rem)] scroll-pb-[calc(1.5rem+env(safe-area-inset-bottom)+3rem)] rounded-t-sheet translate-y-(--drawer-swipe-movement-y) data-starting-style:translate-y-full data-ending-style:translate-y-full',
  },
  end: {
    swipe: 'right',
    viewport: 'items-stretch justify-end',
    popup:
      'h-full w-[calc(min(26rem,88vw)+3rem)] -me-12 pt-5 pe-17 pb-6 translate-x-(--drawer-swipe-movement-x) data-starting-style:translate-x-full data-ending-style:translate-x-full rtl:data-starting-style:-translate-x-full rtl:data-ending-style:-translate-x-full',
  },
} as const

/** The panel itself: a drawer over a veil, the focus kept inside, Escape and a swipe close it. */
export function PanelSheet({ open, onClose, title, description, side = 'bottom', children }: PanelProps) {
  const { swipe, viewport, popup } = sides[side]
  const sheet = useRef<HTMLDivElement>(null)
  const away = side === 'end' && DIRECTION === 'rtl' ? 'left' : swipe
  return (
    <Drawer.Root open={open} onOpenChange={(opens) => !opens && onClose()} swipeDirection={away}>
      <Drawer.Portal>
        <Drawer.Backdrop className="fixed inset-0 z-30 min-h-dvh bg-veil opacity-[calc(1-var(--drawer-swipe-progress))] transition-opacity duration-420 ease-sheet data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0" />
        <Drawer.Viewport className={`fixed inset-0 top-(--banner) z-30 flex ${viewport}`}>
          <Drawer.Popup
            ref={sheet}
            // on a phone what it says comes first: the keys would cover it
            initialFocus={() => (side === 'end' && reasonFirst(sheet.current)) || true}
            className={`overflow-y-auto overscroll-contain bg-surface px-5 outline-none transition-[translate] duration-420 ease-sheet data-ending-style:duration-[calc(var(--drawer-swipe-strength)*420ms)] data-swiping:duration-0 data-swiping:select-none ${popup}`}
          >
            {side === 'bottom' && <div aria-hidden className="mx-auto mb-3 h-1 w-9 rounded-full bg-line-strong" />}
            <Drawer.Content>
              <div className="flex items-start justify-between gap-3 pb-4">
                <div className="min-w-0 flex-1">
                  <Drawer.Title className="text-22 wrap-anywhere max-xs:text-17">{title}</Drawer.Title>
                  {description && <Drawer.Description className="text-15 text-ink-2">{description}</Drawer.Description>}
                </div>
                <Drawer.Close render={<CloseButton className="-mt-1 -me-2" />} />
              </div>
              {children}
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}

/** The reason, where that is what a form asks for first. */
function reasonFirst(sheet: HTMLElement | null): HTMLElement | null {
  const first = sheet?.querySelector<HTMLElement>('form :is(input, select, textarea)')
  return first?.matches('[name=reason]') ? first : null
}
