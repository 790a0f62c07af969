import { type ComponentType, use, useSyncExternalStore } from 'react'
import { connection, followConnection } from './connection.ts'
import { NotLoaded, type MissingReason } from './not-loaded.tsx'

/** What stands in the place of a part that could not be fetched. */
export type MissingPart = { why: MissingReason; again: () => unknown }

/**
 * A part of the app whose code comes when it is first shown, or with `preload`. Where it cannot be fetched, a sentence
 * and a way to try again stand in its place (`Instead`, with the part's own props), and nothing else of the page changes.
 * What did not come for want of a connection is tried again while it is on screen, whenever one is found.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<Props & MissingPart> = NotLoaded,
) {
  let found: { Part?: ComponentType<Props>; why?: MissingReason } = {}
  let coming: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const become = (next: typeof found) => {
    found = next
    for (const listener of listeners) listener()
  }
  const preload = () => {
    if (found.Part) return Promise.resolve()
    coming ??= load()
      .then(
        (Part) => become({ Part }),
        async () => become({ why: await whyMissing(found.why) }),
      )
      .finally(() => {
        coming = undefined
      })
    return coming
  }
  const follow = (changed: () => void) => {
    listeners.add(changed)
    const retry = () => {
      if (found.why === 'offline' && connection() === 'there') void preload()
    }
    // it may be a while since it did not come
    retry()
    const unfollow = followConnection(retry)
    return () => {
      listeners.delete(changed)
      unfollow()
    }
  }
  const read = () => found
  const Lazy = (props: Props) => {
    // the compiler takes what is around a component for the module's own
    'use no memo'
    const { Part, why } = useSyncExternalStore(follow, read, read)
    if (Part) return <Part {...props} />
    if (why) return <Instead {...props} why={why} again={preload} />
    use(preload())
    return null
  }
  /** Whether it has come, or is known not to. */
  const useSettled = () => {
    'use no memo'
    const { Part, why } = useSyncExternalStore(follow, read, read)
    return Part !== undefined || why !== undefined
  }
  return Object.assign(Lazy, { preload, useSettled })
}

/**
 * Why a file did not come. Where the server answers, it has it no longer; unless it did not come for want of a connection
 * before: some browsers remember that until the page is loaded again.
 */
function whyMissing(before: MissingReason | undefined): Promise<MissingReason> {
  return fetch('/healthz', { method: 'HEAD' }).then(
    () => (before === undefined || before === 'gone' ? 'gone' : 'remembered'),
    () => 'offline',
  )
}
