import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import * as say from '#texts/copy-text.ts'

type CopyTextProps = { text: string; label: string; className?: string }

const SAID_FOR = 2000

/** A round button that copies a text and says `Copied!`. Where the clipboard is closed it says so. */
export function CopyText({ text, label, className = '' }: CopyTextProps) {
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
        className="pressable grid size-12 place-items-center rounded-full bg-brand text-on-brand"
      >
        <Icon className="size-5" aria-hidden />
      </button>
      <span role="status" className="absolute -inset-x-20 top-full mt-1 text-center text-12 font-semibold text-up">
        {said}
      </span>
    </span>
  )
}
