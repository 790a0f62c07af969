/**
 * Floods a started app and prints what of each flood got through. Everything is on this machine's loopback: the app with
 * an embedded database of its own, a mail server and a text gateway that count what they are sent.
 *
 *   npm run floods
 *
 * Ends with exit code 1 where a flood got further than it may. Takes about a minute.
 */
import { loadavg } from 'node:os'
import { startFloodedApp } from './flooded-app.ts'
import { FLOODS } from './floods/each-flood.ts'

const app = await startFloodedApp()
let held = true
try {
  for (const flood of FLOODS) {
    const began = performance.now()
    const outcome = await flood.run(app)
    held &&= outcome.held
    console.log(`\n${flood.name}`)
    const took = `${((performance.now() - began) / 1000).toFixed(1)} s, load ${(loadavg()[0] ?? 0).toFixed(1)}`
    for (const [name, figure] of Object.entries({ ...outcome.figures, took, held: outcome.held ? 'yes' : 'NO' })) {
      console.log(`  ${name.padEnd(34)}${figure}`)
    }
  }
} finally {
  await app.stop()
}
console.log(held ? '\nEvery flood is held.' : '\nA flood got through.')
process.exit(held ? 0 : 1)
