/** Milliseconds without another key, after which the server is asked. */
const TYPED = 300

/** Until nothing more is typed; throws where something is, so that only the last is asked for. */
export async function onceTyped(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, TYPED))
  signal.throwIfAborted()
}
