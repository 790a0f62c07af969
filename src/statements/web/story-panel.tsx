import { AccountStory } from './account-story.tsx'
import { ProfitStory } from './profit-story.tsx'
import { storyOf, type StoryProps } from './story.ts'

/** Why a number is what it is: the story that the address asks for. */
export default function StoryPanel({ of, ...told }: StoryProps & { of: string | undefined }) {
  const story = storyOf(of)
  if (story === 'profit') return <ProfitStory {...told} />
  return <AccountStory key={story} account={story} {...told} />
}
