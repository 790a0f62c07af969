import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTimeout } from './timeout.ts'

type SearchFieldProps = { label: string; found: string; onSearch: (text: string) => void; className?: string }

/** Long enough that a word can be typed, short enough that nobody presses Enter. */
const TYPING_PAUSE = 300

/** A search that begins when the typing pauses. */
export function SearchField({ label, found, onSearch, className = '' }: SearchFieldProps) {
  const [text, setText] = useState(found)
  const [typing, setTyping] = useState(false)
  const [seen, setSeen] = useState(found)
  // changed by others: Back, a button that clears
  if (found !== seen) {
    setSeen(found)
    if (!typing && found !== text.trim()) setText(found)
  }
  const later = useTimeout()
  const type = (typed: string) => {
    setText(typed)
    setTyping(true)
    later(() => {
      setTyping(false)
      onSearch(typed.trim())
    }, TYPING_PAUSE)
  }
  return (
    <div role="search" className={`relative ${className}`}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 start-3.5 size-4.5 -translate-y-1/2 text-ink-3"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ target }) => type(target.value)}
        className="min-h-11 w-full rounded-full bg-sunken pe-4 ps-10.5 text-ellipsis text-ink placeholder:text-14 placeholder:text-ink-2 max-lg:text-17 lg:text-14"
      />
    </div>
  )
}
