import type { Notification } from '#notifications/contract.ts'

/** What was told of one record, the newest first; of what is about none, one notification alone. */
export type RecordStory = { key: string; told: readonly [Notification, ...Notification[]] }
/** A line of the list: one story, or several of one kind on one day, which are one thing to read. */
export type ListLine = { key: string; stories: readonly [RecordStory, ...RecordStory[]] }

/** From so many on they are folded into one line. */
const MANY = 3

/**
 * Notifications, newest first, as lines: what was told of the same record is one story, which stands where its newest
 * stands; stories that have come to the same on one day are one line from three on.
 */
export function groupsOf(notifications: readonly Notification[]): ListLine[] {
  const stories = gathered(notifications, keyOfStory).map(({ key, of }): RecordStory => ({ key, told: of }))
  const alike = Map.groupBy(stories, keyOfLine)
  // few of a kind stay where they are
  const keyAmongLines = (story: RecordStory) => {
    const key = keyOfLine(story)
    return (alike.get(key)?.length ?? 0) < MANY ? story.key : key
  }
  return gathered(stories, keyAmongLines).map(({ key, of }) => ({ key, stories: of }))
}

/** All that a line tells of. */
export function toldIn({ stories }: ListLine): Notification[] {
  return stories.flatMap(({ told }) => told)
}

/** What has one key, in the order in which each key comes first. */
function gathered<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, [Item, ...Item[]]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups].map(([key, of]) => ({ key, of }))
}

/** Changes of a balance have each their own posting: only records have a story. */
function keyOfStory({ id, subject }: Notification): string {
  return subject === null || subject.kind === 'balance' ? id : `${subject.kind}/${subject.id}`
}

function keyOfLine({ told: [{ created_at, data }] }: RecordStory): string {
  return `${new Date(created_at).toDateString()}/${data.icon}/${data.title}/${data.status_color}`
}
