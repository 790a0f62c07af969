import * as text from '#texts/not-loaded.ts'
import { LoadFailed } from './load-failed.tsx'

/** Why a part of the app is not here: no connection, a newer version, or a browser that will not ask for it again. */
export type MissingReason = keyof typeof text.why

/** What stands where a part of the app could not be fetched. */
export function NotLoaded({ why, again }: { why: MissingReason; again: () => unknown }) {
  // seldom drawn, and part of what everybody loads first
  'use no memo'
  const lost = why === 'offline'
  return (
    <LoadFailed
      again={lost ? again : () => location.reload()}
      label={lost ? undefined : text.reload}
      offline={text.why.offline}
    >
      {text.why[why]}
    </LoadFailed>
  )
}
