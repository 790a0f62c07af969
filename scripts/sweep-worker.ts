/**
 * A process that does what is due, once through: it says that it has begun, and in the end how long it took and the most memory that it had, in bytes.
 * `node scripts/sweep-worker.ts accrual|maturity|cover DATABASE_URL [together]`
 */
import { accrueDue } from '#investments/accrue.ts'
import { coverDue } from '#investments/backing/cover.ts'
import { completeDue } from '#investments/complete.ts'
import { SECOND } from '#kit/clock.ts'
import { openDatabase } from '#kit/database.ts'
import { givenPepper } from '#kit/pepper.ts'

const KIB = 1024
const pepper = givenPepper('the pepper of a worker', 'of scripts and benches, which is no secret')
const [what, connectionString = '', together] = process.argv.slice(2)
const { db } = openDatabase({ connectionString }, { log: () => {}, ...(pepper === undefined ? {} : { pepper }) })
console.log('begun')
const began = performance.now()
if (what === 'maturity') await completeDue(db, { job: 'maturity' }, undefined, { kyc: 'off' })
else if (what === 'cover') await coverDue(db, { job: 'backing' })
else await accrueDue(db, { job: 'accrual' }, undefined, together === undefined ? undefined : Number(together))
const seconds = (performance.now() - began) / SECOND
const { user, system } = process.cpuUsage()
console.log(JSON.stringify({ seconds, processor: user + system, memory: process.resourceUsage().maxRSS * KIB }))
await db.destroy()
