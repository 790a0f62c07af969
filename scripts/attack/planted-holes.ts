/**
 * Holes that are planted one at a time in a copy of the house, to see that the suite finds each: a hole is a change of one
 * line of the source, and the attacks that are to find it. One whose line is there no more is an error.
 */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { buildWebWhenStale } from '#app/web-build.ts'
import { systemClock } from '#kit/clock.ts'
import { setup as startDatabase } from '../../test/support/database.ts'
import { ROOT } from '../check-steps.ts'

type Hole = {
  name: string
  file: string
  changes: [from: string, to: string][]
  /** the attack that has to find it, and with how many requests */
  by: string
  requests: number
  /** words of what it has to say */
  says: string
}

/** Milliseconds for one run. */
const LIMIT = 8 * 60_000
const COPIED = [
  'src',
  'scripts',
  'test',
  'db',
  'docs',
  'dist',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]

export const HOLES: readonly Hole[] = [
  {
    name: 'a payment is shown to whoever knows its id',
    ...{ file: 'src/investments/store.ts', by: 'everybody’s ids', requests: 3000, says: 'somebody else’s record' },
    changes: [
      [
        ".where('tranx_id', '=', tranxId)\n    .where('investment.user_id', '=', userId)",
        ".where('tranx_id', '=', tranxId)",
      ],
    ],
  },
  {
    name: 'a record of somebody else is cancelled',
    ...{ file: 'src/records/lock.ts', by: 'enumeration', requests: 1, says: 'somebody else’s record exists' },
    changes: [['(await lockRow(tx, kind, id, actor.userId)) ??', '(await lockRow(tx, kind, id)) ??']],
  },
  {
    name: 'roles are not looked at',
    ...{ file: 'src/identity/gate.ts', by: 'everybody’s ids', requests: 2500, says: 'let in who may not' },
    changes: [['if (!mayCall(call.who, session.roles)) refuse(', 'if (session.roles === null) refuse(']],
  },
  {
    name: 'a quote that is too old still counts',
    ...{ file: 'src/investments/exit/exit-investment.ts', by: 'promises', requests: 1, says: 'was taken' },
    changes: [["  if (quote.good_until <= now) refuse('wrong state', TOO_OLD)\n", '']],
  },
  {
    name: 'a reserve is made out of nothing',
    ...{ file: 'src/reserve/move.ts', by: 'promises', requests: 1, says: 'was taken' },
    changes: [['if (amount <= free) return', 'if (amount !== free) return']],
  },
  {
    name: 'half of a session is enough',
    ...{ file: 'src/identity/gate.ts', by: 'forged roles', requests: 500, says: 'by one of its halves' },
    changes: [
      [
        'if (session.cookie_hash !== null && !isOf(session.cookie_hash, request.cookies[SESSION_COOKIE])) {',
        'if (session.id === null) {',
      ],
    ],
  },
  {
    name: 'a second factor is not asked for',
    ...{ file: 'src/identity/gate.ts', by: 'everybody’s ids', requests: 3000, says: 'let in who may not' },
    changes: [
      [
        'if (call.stepUp === true && session.factors.length > 0',
        'if (call.stepUp === undefined && session.factors === null',
      ],
    ],
  },
  {
    name: 'the half of before proves as much as the new one',
    ...{ file: 'src/identity/gate.ts', by: 'replays', requests: 1, says: 'was taken' },
    changes: [['    session.stepped_up_at = null\n', '']],
  },
  {
    name: 'a factor that was proved counts in every session',
    ...{ file: 'src/identity/session-store.ts', by: 'replays', requests: 1, says: 'was taken' },
    changes: [
      [
        ".set({ stepped_up_at: at })\n    .where('id', '=', sessionId)",
        ".set({ stepped_up_at: at })\n    .where('user_id', 'in', tx.selectFrom('session').select('user_id').where('id', '=', sessionId))",
      ],
    ],
  },
  {
    name: 'a page of another site is obeyed',
    ...{ file: 'src/app/server.ts', by: 'cross-site', requests: 1, says: 'made in sign_in_challenge' },
    changes: [["if (request.method !== 'GET' && request.method !== 'HEAD')", "if (request.method === 'TRACE')"]],
  },
  {
    name: 'the terms are a page’s own markup',
    ...{ file: 'src/app/terms-page.ts', by: 'stored scripts', requests: 400, says: 'markup of a text field' },
    changes: [['termsHtml(content) +', 'content +']],
  },
  {
    name: 'signing in leads wherever a link says',
    ...{ file: 'src/identity/web/place-after.ts', by: 'cross-site', requests: 1, says: 'signing in leads to' },
    changes: [
      [
        'return place.origin === origin && !SIGN_IN.includes(place.pathname) ? place.href',
        'return !SIGN_IN.includes(place.pathname) ? place.href',
      ],
    ],
  },
  {
    name: 'a mail is to whatever was typed',
    ...{ file: 'src/mail/check-mail.ts', by: 'injected headers', requests: 2500, says: 'more than one receiver' },
    changes: [
      ['Object.values(errors)[0]?.[0]', "Object.entries(errors).find(([field]) => field !== 'receiver')?.[1][0]"],
    ],
  },
  {
    name: 'guesses are not counted',
    ...{ file: 'src/kit/limit.ts', by: 'guessed codes', requests: 1, says: 'were looked at' },
    changes: [['if (reached !== undefined) throw', 'if (reached === null) throw']],
  },
  {
    name: 'guesses at a second factor are not counted',
    ...{
      file: 'src/factors/try-factor.ts',
      by: 'guessed codes',
      requests: 1,
      says: 'of a second factor were looked at',
    },
    changes: [['await transaction(db, (tx) => countAttempt(tx, clock, limits, TOO_MANY_TRIES))', '']],
  },
  {
    name: 'a reset link works again',
    ...{ file: 'src/identity/reset-password.ts', by: 'replays', requests: 1, says: 'was done' },
    changes: [['await useResetLinks(tx, user.id, now)', '']],
  },
  {
    name: 'a link takes an account back again',
    ...{ file: 'src/factors/first-factor-link.ts', by: 'replays', requests: 1, says: 'was done' },
    changes: [['link.over_at !== null || ', '']],
  },
  {
    name: 'nobody waits for who decides at the same moment',
    ...{ file: 'src/records/store.ts', by: 'races', requests: 2500, says: 'was done' },
    changes: [
      ['ORDER BY id FOR NO KEY UPDATE`.execute(tx)', 'ORDER BY id`.execute(tx)'],
      ['${own} FOR NO KEY UPDATE`', '${own}`'],
    ],
  },
  {
    name: 'an answer shows where the server failed',
    ...{ file: 'src/app/errors.ts', by: 'properties', requests: 600, says: 'insides of the server' },
    changes: [
      [
        'message: error.message,\n        ...(error.errors',
        'message: `${error.message} ${error.stack}`,\n        ...(error.errors',
      ],
    ],
  },
  {
    name: 'a sign-in tells that there is no such account',
    ...{ file: 'src/identity/sign-in.ts', by: 'enumeration', requests: 1, says: 'the answer tells whether' },
    changes: [
      [
        "if (found === undefined) refuse('not signed in', WRONG)",
        "if (found === undefined) refuse('not signed in', (await transaction(db, (tx) => findUserByEmail(tx, email))) ? WRONG : 'There is no such account.')",
      ],
    ],
  },
  {
    name: 'fields that a call does not have are taken',
    ...{ file: 'src/app/validate.ts', by: 'mass assignment', requests: 400, says: 'was taken, which the call' },
    changes: [
      [
        'if (compiled.Check(value)) return\n    throw asRefusal',
        "if (compiled.Check(value) || [...compiled.Errors(value)].every(({ keyword }) => ['additionalProperties', 'boolean'].includes(keyword))) return\n    throw asRefusal",
      ],
    ],
  },
  {
    name: 'an exported list breaks off',
    ...{ file: 'src/lists/export-list.ts', by: 'everybody’s ids', requests: 2500, says: 'the answer broke off' },
    changes: [['if (page.next_cursor === null) return', "if (page.next_cursor === null) throw new Error('lost')"]],
  },
]

/** Whether each is found. `only` names some of them. Throws once `stopped` is aborted, with the copy put away. */
export async function plantHoles(only: string | undefined, stopped: AbortSignal): Promise<boolean> {
  const wanted = HOLES.filter(({ name }) => only === undefined || only.includes(name))
  await buildWebWhenStale(systemClock, console.log)
  const copy = await mkdtemp(join(tmpdir(), 'plumb-holes-'))
  const stopDatabase = await startDatabase()
  let missed = 0
  try {
    for (const name of COPIED)
      await cp(join(ROOT, name), join(copy, name), { recursive: true, preserveTimestamps: true })
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    for (const hole of wanted) {
      stopped.throwIfAborted()
      const began = performance.now()
      const says = await find(copy, hole, stopped)
      if (says === undefined) missed += 1
      console.log(
        `${hole.name}: ${says ?? 'NOT FOUND'} (${hole.by}, ${((performance.now() - began) / 1000).toFixed(0)} s)`,
      )
    }
  } finally {
    await stopDatabase()
    await rm(copy, { recursive: true, force: true, maxRetries: 5 })
  }
  console.log(
    missed === 0
      ? `\nEach of ${wanted.length} holes is found.`
      : `\n${missed} of ${wanted.length} holes are not found.`,
  )
  return missed === 0
}

/** The first that the suite finds where this hole is planted. */
async function find(
  copy: string,
  { name, file, changes, by, requests, says }: Hole,
  stopped: AbortSignal,
): Promise<string | undefined> {
  const path = join(copy, file)
  const text = await readFile(path, 'utf8')
  for (const [from] of changes)
    if (text.split(from).length !== 2) throw new Error(`“${name}” cannot be planted: its line is not once in ${file}.`)
  await writeFile(
    path,
    changes.reduce((changed, [from, to]) => changed.replace(from, () => to), text),
  )
  try {
    const said = await runAttack(copy, { by, requests, says }, stopped)
    // told to stop, it ends as one that has found something
    stopped.throwIfAborted()
    return said
      .split('\n')
      .find((line) => line.startsWith('FOUND by ') && line.includes(says))
      ?.slice(0, 160)
  } finally {
    await writeFile(path, text)
  }
}

/** What an attack says. It is not begun once `stopped` is aborted, and told to stop then, or when this process ends. */
export async function runAttack(
  copy: string,
  { by, requests, says }: Pick<Hole, 'by' | 'requests' | 'says'>,
  stopped: AbortSignal,
): Promise<string> {
  stopped.throwIfAborted()
  const words = [
    'scripts/attack.ts',
    '--only',
    by,
    '--requests',
    String(requests),
    '--seed',
    '1',
    '--until-found',
    says,
  ]
  const child = spawn(process.execPath, words, {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT,
    killSignal: 'SIGKILL',
  })
  // it leaves nothing behind then, as it would if it were killed
  const tellToStop = () => void child.kill('SIGTERM')
  stopped.addEventListener('abort', tellToStop)
  process.once('exit', tellToStop)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (said += part))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      stopped.removeEventListener('abort', tellToStop)
      process.off('exit', tellToStop)
      if (code === 1 || code === 0) resolve(said)
      else reject(new Error(`the attack did not end by itself (${code}):\n${said.slice(-2000)}`))
    })
  })
}
