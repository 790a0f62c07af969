import type { ComponentType } from 'react'
import { useUser } from '#identity/web/session.ts'
import { useOverview, type Overview } from '#overview/web/reads.ts'
import type { User } from '#users/contract.ts'

export type OwnProps = Overview & { user: User }

/** A story's screen with everything of the signed-in investor, which only the overview reads, after the stories. */
export function OwnScreen({ screen: Screen }: { screen: ComponentType<OwnProps> }) {
  const user = useUser()
  const own = useOverview()
  return user && <Screen {...own} user={user} />
}
