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
      const clean = cleaned(line)
      if (leftOut > 0) {
        out.write(`{"level":40,"msg":"lines of the log left out, because nobody read them: ${leftOut}"}\n`)
        leftOut = 0
      }
      out.write(clean)
    },
  }
}

/** 256 random bits as they are written, and longer: sessions, links, keys. An id is shorter. */
const TOKENS = /[\w-]{43,}/g
/** Each part has a length, so that a long line costs no more than it is long. */
const MAIL_ADDRESSES = /[\w.+-]{1,64}(?:@|%40)(?:[\w-]{1,63}\.){1,8}[\w-]{1,63}/gi

/**
 * A line without what must not stand in a log, wherever it came from: nothing writes such a thing there on purpose, but
 * the database quotes in its errors what it could not take.
 */
export function cleaned(line: string): string {
  return line.replaceAll(TOKENS, '[token]').replaceAll(MAIL_ADDRESSES, '[mail address]')
}

type LoggedError = { type: string; message: string; stack: string; [more: string]: unknown }

/** Of what failed together so much is told. */
const MOST_PARTS = 20

/** An error as the log has it: what is wrong and where, and of a database's error no value of a row. */
export function errorInLog(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, message, stack = '', cause } = error
  const parts: unknown[] = error instanceof AggregateError ? error.errors.slice(0, MOST_PARTS) : []
  const { code, constraint, table, routine } = error as Partial<Record<string, unknown>> & Error
  return {
    type: name,
    message,
    stack,
    code,
    constraint,
    table,
    routine,
    ...(cause === undefined ? {} : { cause: errorInLog(cause) }),
    ...(parts.length === 0 ? {} : { parts: parts.map(errorInLog) }),
  }
}
