import type { ErrorComponentProps } from '@tanstack/react-router'
import * as text from '#texts/error-screen.ts'
import { LoadFailed } from '#ui/load-failed.tsx'

/** What stands where a screen could not be shown. */
export function ErrorScreen({ error }: ErrorComponentProps) {
  'use no memo'
  const words = text.notShown(error instanceof Error ? error.message : String(error))
  return (
    <LoadFailed again={() => location.reload()} offline={words}>
      {words}
    </LoadFailed>
  )
}
