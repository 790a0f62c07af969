/**
 * One piece of work that happens automatically. It goes by the state of the records, so that any pause is caught up; told
 * that the app is stopping, it leaves the rest for the next time.
 */
export type Job = { readonly name: string; readonly everySeconds: number; run(stopping?: AbortSignal): Promise<void> }

export type RunningJobs = { stop(): Promise<void> }

/**
 * Runs each job at once and then again and again, never twice at the same time in this process. Several processes
 * may do so side by side: the jobs lock the records they work on. A failure is logged and tried again next time.
 */
export function startJobs(jobs: readonly Job[], log: (job: string, error: unknown) => void): RunningJobs {
  const loops = jobs.map((job) => startLoop(job, log))
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

function startLoop(job: Job, log: (job: string, error: unknown) => void): RunningJobs {
  let timer: NodeJS.Timeout | undefined
  const stopping = new AbortController()
  let running = Promise.resolve()
  const round = () => {
    running = job
      .run(stopping.signal)
      .catch((error: unknown) => log(job.name, error))
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(round, job.everySeconds * 1000)
      })
  }
  round()
  return {
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
