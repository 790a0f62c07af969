import type { LiveEvent } from './store.ts'

/**
 * An open screen. `send` is called once for each topic that has changed, however often it has, and told whether it was
 * the listener's own.
 */
export type Listener = {
  readonly userId: string
  readonly administrator: boolean
  send(topic: string, own: boolean): void
  /** Something may have been missed: everything is to be fetched again. */
  startOver(): void
}

/** Tells each open screen of what concerns it: what is everybody's, its own, and where they work for the operator, the desk's. */
export function handOn(
  events: readonly LiveEvent[],
  listeners: ReadonlySet<Listener>,
  log: (error: unknown) => void,
): void {
  const ofUsers = Map.groupBy(events, (event) => event.userId)
  const ofNobody = ofUsers.get(null) ?? []
  for (const listener of listeners) {
    const common = ofNobody.filter((event) => event.audience === 'everybody' || listener.administrator)
    const own = new Set(ofUsers.get(listener.userId)?.map((event) => event.topic))
    for (const topic of new Set([...own, ...common.map((event) => event.topic)])) {
      inPeace(() => listener.send(topic, own.has(topic)), log)
    }
  }
}

/** One broken screen does not silence the others. */
export function inPeace(tell: () => void, log: (error: unknown) => void): void {
  try {
    tell()
  } catch (error) {
    log(error)
  }
}
