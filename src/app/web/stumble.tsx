import type { ErrorComponentProps } from '@tanstack/react-router'
import * as text from '#messages/stumble.ts'
import { Button } from '#ui/button.tsx'

/** What browsers say where a part of the app cannot be loaded. */
const NOT_LOADED = /dynamically imported module|importing a module script|unable to preload/i

/** What stands where a screen could not be shown. */
export function Stumble({ error }: ErrorComponentProps) {
  const said = error instanceof Error ? error.message : String(error)
  const missing = NOT_LOADED.test(said)
  const newer = missing && navigator.onLine
  return (
    <main className="mx-auto flex min-h-dvh max-w-107.5 flex-col justify-center gap-4 px-6 text-center">
      <h1 className="text-22">{text.title}</h1>
      <p className="text-ink-2">{newer ? text.newVersion : missing ? text.notHere : said}</p>
      <Button onClick={() => location.reload()}>{newer ? text.reload : text.again}</Button>
    </main>
  )
}
