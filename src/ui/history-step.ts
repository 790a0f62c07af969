declare module '@tanstack/history' {
  interface HistoryState {
    /** It was opened from the list on the page before it. */
    list?: true
  }
}

let own = false

/** A step back in the history that the app takes itself, such as for closing a panel. */
export function stepBack() {
  // asked for twice, as by a double click, it is one step
  if (own) return
  own = true
  // after all who listen to this step have heard of it
  addEventListener('popstate', () => setTimeout(() => (own = false)), { once: true })
  history.back()
}

/** Runs `act` whenever the person goes back or forward. Answers how to stop listening. */
export function onUserStep(act: () => void): () => void {
  const listen = () => {
    if (!own) act()
  }
  addEventListener('popstate', listen)
  return () => removeEventListener('popstate', listen)
}
