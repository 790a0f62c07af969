/**
 * Watches the log of a house, on a machine that is not the house's, and cosigns its checkpoints.
 *
 *   npm run witness -- --house https://plumb.example --name witness.example/one --folder PATH
 *
 *     --key KEY       the verifier key of the log, as its mails and /log/key say it; again for another. Without one, at the
 *                     first start, the house is asked for it: compare what is printed with a mail of the house.
 *     --port 4600     where the house hands in its checkpoints, on --host 127.0.0.1
 *     --once          asks once, and ends with 0 where the log continues what was seen, with 1 where not, with 2 where it
 *                     could not be told
 *
 * It makes its own key at the first start. What it prints as its own line goes into LOG_WITNESSES of the house.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { MINUTE, systemClock } from '#kit/clock.ts'
import { openCosigner } from '#log/witness/cosign.ts'
import { keepKeys } from '#log/witness/keep-keys.ts'
import { type LogSource, logSource } from '#log/witness/log-source.ts'
import { openWitness, type Witness } from '#log/witness/open-witness.ts'
import { serveWitness } from '#log/witness/serve-witness.ts'
import { orderInWords } from '#log/proof-order.ts'
import { type LogLook, watchLog } from '#log/witness/watch-log.ts'
import { type ProofsLook, watchProofs } from '#log/witness/watch-proofs.ts'
import { tellUsage } from './usage.ts'

const say = (line: string) => console.log(line)
const inWords = (error: unknown) => (error instanceof Error ? error.message : String(error))

tellUsage(import.meta.filename)
try {
  await start()
} catch (error) {
  console.error(inWords(error))
  process.exitCode = 2
}

async function start(): Promise<void> {
  const { values } = parseArgs({
    options: {
      house: { type: 'string' },
      name: { type: 'string' },
      folder: { type: 'string' },
      key: { type: 'string', multiple: true, default: [] },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '4600' },
      once: { type: 'boolean', default: false },
    },
  })
  const { house, name, folder: given } = values
  if (house === undefined || name === undefined || given === undefined || !URL.canParse(house))
    throw new Error('Say whom to watch: npm run witness -- --house ADDRESS --name NAME --folder PATH')
  // npm goes to the project's folder first
  const folder = resolve(process.env['INIT_CWD'] ?? '', given)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const source = logSource(house)
  const cosigner = await openCosigner(name, join(folder, 'key'))
  const keys = await keepKeys(join(folder, 'logs'), values.key, () => source.verifierKey())
  const witness = openWitness(folder, cosigner, { keys, clock: systemClock })
  for (const { text } of keys) say(`Watches  ${text}`)
  if (values.once) {
    const look = await watchLog(witness, source)
    say(lookInWords(look))
    process.exitCode = look.found === 'rewritten' ? 1 : look.found === 'continued' ? 0 : 2
    const proofs = look.found === 'continued' ? await watchProofs(witness, source) : undefined
    if (proofs === undefined) return
    say(proofsInWords(proofs))
    process.exitCode = proofs.found === 'once' ? 0 : proofs.found === 'hidden' ? 2 : 1
    return
  }
  const { server, port } = await serveWitness(witness, { host: values.host, port: Number(values.port) }, (error) =>
    console.error(inWords(error)),
  )
  say(`LOG_WITNESSES='${cosigner.verifierKey} http://${values.host}:${port}'`)
  const stop = await keepWatching(witness, house)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      stop()
      server.close()
    })
}

/** Once a minute; what was found is said where it is something else than before. */
async function keepWatching(witness: Witness, house: string): Promise<() => void> {
  let before: string[] = []
  const source = logSource(house)
  const look = async () => {
    const found = await lookAtAll(witness, source)
    for (const line of found) if (!before.includes(line)) say(`${witness.clock.now().toISOString()} ${line}`)
    before = found
  }
  await look()
  const every = setInterval(() => void look(), MINUTE)
  return () => clearInterval(every)
}

async function lookAtAll(witness: Witness, source: LogSource): Promise<string[]> {
  try {
    const look = await watchLog(witness, source)
    const said = [lookInWords(look)]
    if (look.found !== 'continued') return said
    return [...said, await watchProofs(witness, source).then(proofsInWords, inWords)]
  } catch (error) {
    return [inWords(error)]
  }
}

function proofsInWords(look: ProofsLook): string {
  if (look.found === 'twice') return `${orderInWords(look).toUpperCase()} What shows it is in ${look.path}`
  if (look.found === 'closed')
    return `HAS A PROOF AT POSITION ${look.position} THAT IS OPENED TO NOBODY: who is counted in it cannot be told. What shows it is in ${look.path}`
  if (look.found === 'hidden')
    return `shows no proof to strangers, that at position ${look.position} not: whether each stands there once cannot be told`
  return `has ${look.proofs} ${look.proofs === 1 ? 'proof' : 'proofs'}, each opened to everybody and once`
}

function lookInWords(look: LogLook): string {
  const entries = `${look.size} ${look.size === 1 ? 'entry' : 'entries'}`
  if (look.found === 'rewritten') {
    const place = look.position === undefined ? 'before the last that was seen here' : `at position ${look.position}`
    return `WAS REWRITTEN ${place}: what shows it is in ${look.path}`
  }
  if (look.found === 'continued') return `continues what was seen before: ${entries}, cosigned`
  if (look.found === 'older')
    return `shows an older checkpoint than was seen here, of ${entries}: whether it continues what was seen could not be told, and its proofs were not looked at`
  return `its tiles are not those of the ${entries} that it has signed`
}
