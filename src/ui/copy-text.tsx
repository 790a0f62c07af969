import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import * as say from '#texts/copy-text.ts'

type CopyTextProps = {
  text: string
  label: string
  /** Beside another one that matters more: smaller, and it says how it went beside itself. */
  quiet?: boolean
  className?: string
}

const SAID_FOR = 2000

/** A round button that copies a text and says `Copied!`. Where the clipboard is closed it says so. */
export function CopyText({ text, label, quiet = false, className = '' }: CopyTextProps) {
  const [said, setSaid] = useState('')
  const copy = async () => {
    setSaid(
      await navigator.clipboard.writeText(text).then(
        () => say.copied,
        () => say.selectIt,
      ),
    )
    setTimeout(() => setSaid(''), SAID_FOR)
  }
  const Icon = said === say.copied ? Check : Copy
  return (
    <span className={`relative inline-flex shrink-0 self-start ${className}`}>
      <button
        type="button"
        aria-label={label}
        onClick={() => void copy()}
        className={`pressable grid place-items-center rounded-full ${quiet ? 'size-11 bg-sunken text-ink' : 'size-12 bg-brand text-on-brand'}`}
      >
        <Icon className="size-5" aria-hidden />
      </button>
      <span
        role="status"
        className={`absolute text-12 font-semibold text-up ${quiet ? 'end-full top-1/2 me-2 -translate-y-1/2 bg-surface whitespace-nowrap' : 'end-0 top-full mt-1 whitespace-nowrap'}`}
      >
        {said}
      </span>
    </span>
  )
}
