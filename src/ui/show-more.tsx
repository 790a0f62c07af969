import { useState, type ReactNode } from 'react'
import * as text from '#texts/show-more.ts'
import { Button } from './button.tsx'

const AT_ONCE = 50

type ShowMoreProps<Item> = {
  /** All of them, the first to be shown first. */
  items: readonly Item[]
  children: (shown: readonly Item[]) => ReactNode
}

/** The first fifty of a long list, and fifty more each time that they are asked for. */
export function ShowMore<Item>({ items, children }: ShowMoreProps<Item>) {
  const [count, setCount] = useState(AT_ONCE)
  const left = items.length - count
  return (
    <>
      {children(items.slice(0, count))}
      {left > 0 && (
        <Button look="quiet" size="medium" className="mt-3 w-full" onClick={() => setCount(count + AT_ONCE)}>
          {text.more(Math.min(left, AT_ONCE))}
        </Button>
      )}
    </>
  )
}
