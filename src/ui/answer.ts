import { useEffect, useEffectEvent } from 'react'

/**
 * Asks once what the screen is for, and again when the question is another one (`ask` is another function); hears the
 * answer unless the screen has been left by then. Where there is none, nothing is said: the screen goes without it.
 */
export function useAnswer<Answer>(ask: () => Promise<Answer>, heard: (answer: Answer) => void) {
  const hear = useEffectEvent(heard)
  useEffect(() => {
    let left = false
    ask().then(
      (answer) => left || hear(answer),
      () => {},
    )
    return () => {
      left = true
    }
  }, [ask])
}
