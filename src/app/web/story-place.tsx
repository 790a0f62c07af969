import { useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazyPart } from '#ui/lazy-part.tsx'

const Story = lazyPart(async () => (await import('./story.tsx')).default)

/** Where the stories of numbers open (`?panel=story&of=earnings`). Their code comes when the first is asked for. */
export function StoryPlace() {
  const { search } = useLocation()
  const [wanted, setWanted] = useState(false)
  if (search.panel === 'story' && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense>
      <Story />
    </Suspense>
  )
}
