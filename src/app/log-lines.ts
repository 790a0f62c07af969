/** Characters that may wait for the reader of the log. */
const MOST_WAITING = 1024 * 1024

/**
 * Lines to this process's output, which never wait for whoever reads them. Where nobody does, lines are left out once too
 * much waits, and how many is said when there is room again; where the reader has closed, they go nowhere.
 */
export function logLines(): { write(line: string): void } {
  const out = process.stdout
  out.on('error', () => {})
  let leftOut = 0
  return {
    write(line) {
      if (out.writableLength > MOST_WAITING) {
        leftOut += 1
        return
      }
      if (leftOut > 0) {
        out.write(`{"level":40,"msg":"lines of the log left out, because nobody read them: ${leftOut}"}\n`)
        leftOut = 0
      }
      out.write(line)
    },
  }
}
