/**
 * What checking a proof takes in a browser on a phone four times slower than this machine: `node bench/measure-checking.ts`.
 * The page to keep of somebody among 100,000, with the network off; the median of 20 checks, in milliseconds.
 */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '../scripts/find-chromium.ts'
import { bundleOf, inLog, someone, treeOf } from '../test/support/summed-people.ts'

const PEOPLE = 100_000
const TIMES = 20
const SLOWER = 4

const of = { epoch: 1, seed: randomBytes(32) }
const everybody = Array.from({ length: PEOPLE }, (_none, number) => someone(number, BigInt(number) * 1_234_567n))
const somebody = everybody[PEOPLE / 2]
if (somebody === undefined) throw new Error('nobody is in the tree')
const bundle = await inLog(bundleOf(treeOf(everybody, of), of, somebody), { index: 41, size: 70_000 })
const check = await readFile(join(import.meta.dirname, '../src/proofs/web/check-bundle.js'), 'utf8')

const found = await findChromium()
const browser = await chromium.launch({ executablePath: found.path, args: found.args })
const page = await browser.newPage()
await page.goto(`file://${import.meta.filename}`)
const client = await page.context().newCDPSession(page)
await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
const measured: { answers: string[]; took: number[] } = await page.evaluate(`(async () => {
  ${check.replaceAll(/^export /gm, '')}
  const bundle = ${JSON.stringify(bundle)}
  const took = []
  let steps = []
  for (let time = 0; time < ${TIMES}; time += 1) {
    const began = performance.now()
    steps = await checkBundle(bundle)
    took.push(performance.now() - began)
  }
  return { answers: steps.map(({ is }) => is), took }
})()`)
await browser.close()
const sorted = measured.took.toSorted((one, other) => one - other)
const shown = (at: number) => sorted.at(at)?.toFixed(1)
console.log(
  `${bundle.depth} levels, ${measured.answers.join(' ')}: median ${shown(TIMES / 2)} ms, first ${measured.took[0]?.toFixed(1)} ms, longest ${shown(-1)} ms`,
)
