/** Begins the work, or, while it is being done, sees to it that it is done once more. */
export function oneAtATime(work: () => Promise<void>): { begin(): void; done(): Promise<void> } {
  let running: Promise<void> | undefined
  let again = false
  const begin = () => {
    if (running !== undefined) {
      again = true
      return
    }
    running = work().then(() => {
      running = undefined
      if (!again) return
      again = false
      begin()
    })
  }
  return { begin, done: async () => running }
}
