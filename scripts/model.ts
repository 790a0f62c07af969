/**
 * Tells the app random stories and compares every answer and every balance with a model of the books that was written
 * from the business rules (test/support/books-model).
 *
 *   npm run model [-- --steps 10000] [--seed 1]
 *
 * Without a seed, one is drawn for each story. What differs is printed with the seed and the step that tell it again.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { tellStory } from '../test/support/books-model/story.ts'

const STORY = 500

const { values } = parseArgs({ options: { steps: { type: 'string', default: '10000' }, seed: { type: 'string' } } })
const steps = Number(values.steps)
const began = performance.now()
const statuses = new Map<number, number>()
const done = new Map<string, number>()
let calls = 0

for (let told = 0; told < steps; told += STORY) {
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed) + told / STORY
  const outcome = await tellStory({ seed, steps: Math.min(STORY, steps - told) }).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
  calls += outcome.calls
  for (const [status, count] of outcome.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count)
  for (const [what, count] of outcome.done) done.set(what, (done.get(what) ?? 0) + count)
  console.log(`story of seed ${seed}: ${told + outcome.steps} steps, as the rules say`)
}

const seconds = Math.round((performance.now() - began) / 1000)
const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
console.log(`${steps} steps, ${calls} calls in ${seconds} s, nothing different: ${counts.join(', ')}`)
console.log(
  [...done]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, count]) => `  ${count} × ${what}`)
    .join('\n'),
)
