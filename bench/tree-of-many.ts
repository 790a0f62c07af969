/**
 * Builds a tree of sums over so many made-up people, in a process of its own, and says what it took: microseconds of its
 * processor, and the bytes of memory beyond those that it began with. `node bench/tree-of-many.ts people`
 */
import { randomBytes } from 'node:crypto'
import { SumTree } from '#proofs/sum-tree.ts'

const [people = 1_000_000] = process.argv.slice(2).map(Number)
const PAGE = 10_000
const KIB = 1024

/** As the store hands them over. */
function pageOf(first: number, count: number): Uint8Array {
  return Buffer.concat(
    Array.from({ length: count }, (_none, at) => {
      const name = Buffer.from(`person_${first + at}`)
      const head = Buffer.alloc(25)
      head.writeUInt32BE(first + at, 12)
      head.writeBigInt64BE(BigInt(first + at) * 1_000_007n, 16)
      head[24] = name.length
      return Buffer.concat([head, name])
    }),
  )
}

const before = process.resourceUsage().maxRSS
const tree = new SumTree({ epoch: 1, seed: randomBytes(32) })
let processor = 0
const measured = <T>(act: () => T): T => {
  const began = process.cpuUsage()
  const done = act()
  const { user, system } = process.cpuUsage(began)
  processor += user + system
  return done
}
for (let first = 0; first < people; first += PAGE) {
  const page = pageOf(first, Math.min(PAGE, people - first))
  measured(() => tree.add(page))
}
const { blocks, depth } = measured(() => tree.finish(0n))
const kept = blocks.reduce((sum, { people: bytes }) => sum + bytes.length, 0)
console.log(JSON.stringify({ processor, memory: (process.resourceUsage().maxRSS - before) * KIB, kept, depth }))
