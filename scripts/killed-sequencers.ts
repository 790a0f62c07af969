/**
 * Kills two processes that number what is posted and sign it, with SIGKILL at random moments, while money moves; keeps every
 * checkpoint that either has ever shown or written down.
 *
 *   node scripts/killed-sequencers.ts [kills]      (50 by default)
 *
 * Exit code 1 where a number is given twice or is missing, an account does not ascend along the log, a checkpoint is not
 * consistent with all before, or a fork that is planted at the end is not found.
 */
import { killSequencers } from '../test/support/killed-sequencers.ts'

const [kills = 50] = process.argv.slice(2).map(Number)
const { killed, transfers, notes, sizes, wrong, planted } = await killSequencers(kills)
console.log(`
killed          ${killed}
transfers       ${transfers}, each with one position
checkpoints     ${notes} seen, of ${sizes} sizes
wrong           ${wrong.length === 0 ? 'nothing' : wrong.slice(0, 5).join('; ')}
a planted fork  ${planted.length === 0 ? 'IS NOT FOUND' : planted.join('; ')}`)
process.exit(wrong.length === 0 && planted.length > 0 ? 0 : 1)
