import type { ErrorComponentProps } from '@tanstack/react-router'
import * as text from '#messages/stumble.ts'
import { Button } from '#ui/button.tsx'

/** What stands where a screen could not be shown. */
export function Stumble({ error }: ErrorComponentProps) {
  return (
    <div
      role="alert"
      className="mx-auto flex min-h-[80dvh] max-w-107.5 flex-col justify-center gap-4 px-6 text-center"
    >
      <h1 className="text-22">{text.title}</h1>
      <p className="text-ink-2">{error instanceof Error ? error.message : String(error)}</p>
      <Button onClick={() => location.reload()}>{text.again}</Button>
    </div>
  )
}
