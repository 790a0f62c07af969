import type { Relay } from './relay.ts'

const HEARTBEAT = 25_000
/** Milliseconds after which a browser that has lost the stream asks for it again. */
const COME_BACK = 2000
/** Characters that may wait for a slow reader; beyond that the stream is ended, and the browser comes back afresh. */
export const LONGEST_BACKLOG = 64 * 1024

/** What is said of a user among processes only, and to no browser: their streams are to be looked at again. */
export const SESSIONS = 'sessions'

/** The id of a stream's last event; who comes back with it in Last-Event-ID, as browsers do on their own, gets 204. */
export const ENDED_ID = 'ended'
/** Tells a browser that it has newer streams enough, and not to come back on its own. */
export const END_EVENT = `id: ${ENDED_ID}\nevent: end\ndata: {}\n\n`

/** The open reply, its headers sent. */
export type EventStream = {
  /** Sends text on; false if it has to wait because the reader is slow. */
  write(text: string): boolean
  end(): void
  onClose(act: () => void): void
  /** The session may have ended, or there may be too many streams: looks whether this one is to end. */
  lookAgain(): void
}

/**
 * Server-sent events for one signed-in user: `ready` once nothing can be missed any more (fetch everything then),
 * `change` with a topic for each thing to be fetched again, and a comment now and then that keeps the line open.
 * What concerns who the actor is ends the stream: the session or the roles that it was opened with may have gone, and
 * the browser comes back through the gate. So does having missed something.
 */
export function serveEvents(
  relay: Pick<Relay, 'subscribe'>,
  actor: { readonly userId: string; readonly roles: readonly string[] },
  stream: EventStream,
): void {
  let waiting = 0
  let over = false
  // Whoever hands on several things at once may have more for a stream that the first of them has ended.
  const write = (text: string) => {
    if (over) return
    waiting = stream.write(text) ? 0 : waiting + text.length
    if (waiting > LONGEST_BACKLOG) endStream()
  }
  const endStream = () => {
    leave()
    stream.end()
  }
  const unsubscribe = relay.subscribe({
    userId: actor.userId,
    administrator: actor.roles.length > 0,
    send(topic, own) {
      if (topic === SESSIONS) return stream.lookAgain()
      write(`event: change\ndata: ${JSON.stringify({ topic })}\n\n`)
      if (own && topic === 'identity') endStream()
    },
    startOver: endStream,
  })
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT)
  const leave = () => {
    over = true
    clearInterval(heartbeat)
    unsubscribe()
  }
  stream.onClose(leave)
  write(`retry: ${COME_BACK}\nevent: ready\ndata: {}\n\n`)
  // What ended between the gate and now was told to nobody.
  stream.lookAgain()
}
