import { useUser } from '#identity/web/session.ts'
import * as text from '#texts/story.ts'
import { useOverview } from '#overview/web/reads.ts'
import { storyOf } from '#statements/web/story.ts'
import StoryPanel from '#statements/web/story-panel.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'

/** The panel that tells why a number is what it is, for whatever screen the number stands on. */
export default function Story() {
  const panel = usePanel('story')
  const user = useUser()
  const own = useOverview()
  return (
    <SidePanel open={panel.open} onClose={panel.close} title={text.title} description={text.names[storyOf(panel.of)]}>
      {user && <StoryPanel of={panel.of} {...own} user={user} />}
    </SidePanel>
  )
}
