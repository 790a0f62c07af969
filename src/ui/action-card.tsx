import type { LucideIcon } from 'lucide-react'

type ActionCardProps = { icon: LucideIcon; title: string; line: string; onClick: () => void; className?: string }

/** The one thing to begin on a screen: what it is called, and what it does. */
export function ActionCard({ icon: Icon, title, line, onClick, className = '' }: ActionCardProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={`pressable flex min-h-18 items-center gap-4 rounded-card bg-surface p-4 text-start shadow-raised ${className}`}
    >
      <span aria-hidden className="grid size-11 shrink-0 place-items-center rounded-control bg-brand text-on-brand">
        <Icon className="size-5" />
      </span>
      <span className="min-w-0">
        <span className="block text-15 font-semibold">{title}</span>
        <span className="block text-14 text-ink-2">{line}</span>
      </span>
    </button>
  )
}
