import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '#ui/button.tsx'

/** What stands where a screen could not be shown. */
export function Stumble({ error }: ErrorComponentProps) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-107.5 flex-col justify-center gap-4 px-6 text-center">
      <h1 className="text-22">This page could not be shown</h1>
      <p className="text-ink-2">{error instanceof Error ? error.message : String(error)}</p>
      <Button onClick={() => location.reload()}>Try again</Button>
    </main>
  )
}
