/**
 * Plants faults one at a time in the functions that post to the books and hold their rules, and demands that tests fail.
 *
 *   npm run test:long -- faults
 *
 * The functions are read from a migrated database: a fault is planted in what is run. One whose text is there no more is
 * an error, as is one that no test finds. The server is one of its own.
 */
import type pg from 'pg'
import { onTemplate, setup } from '../test/support/database.ts'
import { failuresOf } from './check-steps.ts'

type Fault = { name: string; changes: [from: string | RegExp, to: string][] }

/** The tests that hold what is posted, and who posts it. */
const TESTS = ['src/ledger/books.test.ts', 'test/acts.test.ts']
/** Milliseconds for one run of them. */
const LIMIT = 5 * 60_000
const FUNCTIONS = /^(ledger_(post|standing).*|entries_continue|transfer_is_whole)$/

const change = (name: string, ...changes: Fault['changes']): Fault => ({ name, changes })

const FAULTS = [
  // in what posts
  change('every other number of an account’s entries', ['[account_place] + 1', '[account_place] + 2']),
  change('a debit is taken for a credit', ['+ sides[account_place] * line', '- sides[account_place] * line']),
  change('the side of an account is ignored', ['sides[account_place] * line_amounts[n]', 'line_amounts[n]']),
  change('no floor is looked at', ['floors[account_place] - balances[account_place] > missing', 'false']),
  change('one micro-dollar too much is missing', [
    'missing := floors[account_place] - balances[account_place]',
    'missing := floors[account_place] - balances[account_place] + 1',
  ]),
  change('no account is locked', ['FOR NO KEY UPDATE', '']),
  change('accounts are taken in another order', ['ORDER BY one) AS asked', 'ORDER BY one DESC) AS asked']),
  change(
    'accounts are locked in another order',
    ['array_agg(side), array_agg(floor)', 'array_agg(side ORDER BY id), array_agg(floor ORDER BY id)'],
    ['array_agg(balance), array_agg(version)', 'array_agg(balance ORDER BY id), array_agg(version ORDER BY id)'],
    ['ORDER BY one) AS asked', 'ORDER BY one DESC) AS asked'],
  ),
  change('an account that is not there is passed over', [
    'cardinality(accounts) IS DISTINCT FROM cardinality(sides)',
    'false',
  ]),
  change(
    'a replay is not compared',
    ['(transfer.kind, transfer.reference_kind', 'false AND (transfer.kind, transfer.reference_kind'],
    ['OR (SELECT array_agg((account_id, amount)', 'OR false AND (SELECT array_agg((account_id, amount)'],
  ),
  change('of a replay the entries are not compared', [
    'OR (SELECT array_agg((account_id, amount)',
    'OR false AND (SELECT array_agg((account_id, amount)',
  ]),
  change('of a replay the kind and the record are not compared', [
    '(transfer.kind, transfer.reference_kind',
    'false AND (transfer.kind, transfer.reference_kind',
  ]),
  change('a key is compared without its record', ['ON transfer.reference_id = asked.reference_id AND', 'ON']),
  change('a replay moves its money again', [/IF stand\[.+\] IS NULL THEN/g, 'IF true THEN']),
  change('somebody posts without an act', ['IF actor IS NOT NULL AND act IS NULL', 'IF false']),
  // in what holds the entries
  change('entries need not sum to zero', ['sum(amount) <> 0 OR', '']),
  change('entries are added to a transfer that stands', [
    'OR count(*) <> (SELECT count(*) FROM public.entry WHERE entry.transfer_id = made.transfer_id)',
    '',
  ]),
  change('entries belong to no transfer', [
    'OR (SELECT 1 FROM public.transfer WHERE transfer.id = made.transfer_id LIMIT 1) IS NULL',
    '',
  ]),
  change('an entry of zero is taken', ['bool_or(amount = 0', 'bool_or(false']),
  change('the chain of an account is not looked at', ['balance_after IS DISTINCT FROM amount', 'NULL = amount']),
  change('a balance is not carried to its account', ['SET balance = made.balance_after,', 'SET']),
  change('an account does not know its last entry', [', version = made.sequence', '']),
  // in what holds the transfer
  change('a transfer needs no entries', [
    'WHERE NOT EXISTS (SELECT FROM public.entry WHERE entry.transfer_id = made.id) LIMIT',
    'WHERE false LIMIT',
  ]),
  change('a transfer is nobody’s', ['WHERE (actor_id IS NULL) = (job IS NULL) OR', 'WHERE']),
  change('a job’s transfer names an act', [' OR (actor_id IS NULL AND act_id IS NOT NULL) LIMIT', ' LIMIT']),
  change('a reversal is of another amount', ['WHERE reverses IS NOT NULL AND', 'WHERE false AND']),
  change('a correction is of nothing', ['WHERE corrects IS NOT NULL AND', 'WHERE false AND']),
  change('a transfer counts from a time to come', ['WHERE effective_at > present LIMIT', 'WHERE false LIMIT']),
  change('a transfer counts from a time that is over', [
    "WHERE effective_at < present - interval '5 minutes' LIMIT",
    'WHERE false LIMIT',
  ]),
]

/** The functions as the database has them, each with the fault; none where its text is nowhere. */
async function withFault(client: pg.Client, { changes }: Fault): Promise<{ as: string; was: string }[]> {
  const { rows } = await client.query<{ name: string; was: string }>(
    `SELECT proname::text AS name, pg_get_functiondef(pg_proc.oid) AS was FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'`,
  )
  const has = (text: string, from: string | RegExp) =>
    typeof from === 'string' ? text.includes(from) : text.search(from) !== -1
  return rows
    .filter(({ name, was }) => FUNCTIONS.test(name) && changes.every(([from]) => has(was, from)))
    .map(({ was }) => ({ was, as: changes.reduce((text, [from, to]) => text.replaceAll(from, to), was) }))
}

const failures = () => failuresOf({ words: ['--project', 'unit+database', ...TESTS], limit: LIMIT })

async function failuresWith(fault: Fault): Promise<string[] | undefined> {
  const planted = await onTemplate(async (client) => {
    const changed = await withFault(client, fault)
    for (const { as } of changed) await client.query(as)
    return changed
  })
  if (planted.length === 0) return undefined
  try {
    return await failures()
  } finally {
    await onTemplate(async (client) => {
      for (const { was } of planted) await client.query(was)
    })
  }
}

const wanted = process.argv.slice(2)
const close = await setup()
let missed = 0
try {
  const without = await failures()
  if (without.length > 0) throw new Error(`These fail without any fault: ${without.join(', ')}`)
  for (const fault of FAULTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const failed = await failuresWith(fault)
    if (failed === undefined || failed.length === 0) missed += 1
    const says = failed === undefined ? 'ITS TEXT IS THERE NO MORE' : (failed[0] ?? 'NO TEST FINDS IT')
    console.log(`${fault.name}: ${says}`)
  }
} finally {
  await close()
}
console.log(missed === 0 ? 'Every fault is found.' : `${missed} faults are not found.`)
process.exitCode = missed === 0 ? 0 : 1
