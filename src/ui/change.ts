import { useRefresh } from './read.ts'
import { useSubmission } from './submission.ts'

/** A submission that changes what is on screen: once it has succeeded all of it is read again, and `onDone` follows. */
export function useChange(onDone: () => void) {
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()
  const done = () => {
    refresh()
    onDone()
  }
  return { busy, errors, change: (send: () => Promise<unknown>) => void submit(send, { done }) }
}
