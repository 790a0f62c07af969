/** A witness that is killed when it has kept what it cosigns and has not said it: folder, verifier key of the log, what is handed in. */
import { join } from 'node:path'
import { systemClock } from '#kit/clock.ts'
import { readVerifierKey } from '#log/verify-note-rules.ts'
import { addCheckpoint } from '#log/witness/add-checkpoint.ts'
import { openCosigner } from '#log/witness/cosign.ts'
import { openWitness } from '#log/witness/open-witness.ts'

const [folder = '', verifierKey = '', body = ''] = process.argv.slice(2)
const key = await readVerifierKey(verifierKey)
if (key === undefined) throw new Error('no key')
const cosigner = await openCosigner('witness.example/one', join(folder, 'key'))
const witness = openWitness(folder, cosigner, { keys: [key], clock: systemClock })
for (const { kept } of witness.logs.values()) {
  const { keepHead } = kept
  kept.keepHead = (note) => {
    keepHead(note)
    process.kill(process.pid, 'SIGKILL')
  }
}
await addCheckpoint(witness, body)
