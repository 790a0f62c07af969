import { Key } from '#lists/web/key.tsx'

const MAC = /mac|iphone|ipad/i.test(navigator.userAgent)

/** Opens the search, in the head of every screen of the desk; where there is room it names the keys that do so too. */
export function FindButton({ onFind }: { onFind: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onFind}
      className="flex h-11 w-11 items-center justify-center gap-2 rounded-full text-14 text-ink-2 lg:w-36 lg:bg-sunken"
    >
      <Glass className="size-6 text-ink lg:size-4.5 lg:text-ink-3" />
      <span className="max-lg:sr-only">Find</span>
      <span aria-hidden className="max-lg:hidden">
        <Key name={MAC ? '⌘K' : 'Ctrl K'} />
      </span>
    </button>
  )
}

export function Glass({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" className={className} aria-hidden>
      <path d="M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0zM21 21l-4.35-4.35" strokeLinecap="round" />
    </svg>
  )
}
