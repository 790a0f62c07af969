/** Writes src/kit/database-schema.ts from a freshly migrated database; with --check fails when it is stale. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openTestServer } from '../test/support/database.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')
const TARGET = join(ROOT, 'src/kit/database-schema.ts')

/** Columns that mean more than their SQL type says. */
const MEANINGS = {
  'app_user.roles': 'Generated<Role[]>',
  'archive.state': "'making' | 'ready' | 'failed'",
  'app_user.factors': 'Generated<FactorKind[]>',
  'app_user.kyc': "Generated<'none' | 'submitted' | 'approved' | 'rejected'>",
  'app_user.withdrawals_paused_for':
    "'password reset' | 'e-mail changed' | 'phone changed' | 'second factor changed' | 'recovery' | null",
  'screening_import.list': "'ofac' | 'eu' | 'un' | 'exposed'",
  'screening_import.format': "'csv' | 'xml'",
  'screening_entry.list': "'ofac' | 'eu' | 'un' | 'exposed'",
  'screening_hit.list': "'ofac' | 'eu' | 'un' | 'exposed'",
  'screening_hit.state': "Generated<'open' | 'confirmed' | 'cleared' | 'set aside'>",
  'factor_help.state': "Generated<'open' | 'waiting' | 'done' | 'refused' | 'stopped' | 'ended'>",
  'identity_check.state': "'submitted' | 'approved' | 'rejected'",
  'sealed_document.kind': "'front' | 'back' | 'face'",
  'role_invitation.roles': 'Role[]',
  'approval.state': "Generated<'waiting' | 'agreed' | 'refused' | 'withdrawn' | 'expired'>",
  'approval.moved': 'MicroUsd | null',
  'approval.why': "'always' | 'limit' | 'own step' | 'day' | null",
  'approval.own_step':
    "'identity' | 'inviter identity' | 'no identity' | 'no inviter identity' | 'plan' | 'money' | 'investment' | 'withdrawal' | 'both' | null",
  'lone_correction.moved': 'MicroUsd',
  'decided_alone.total': 'MicroUsd',
  'log_announcement.type': "'plan' | 'setting' | 'backing' | 'day' | 'key'",
  'setting.name':
    "'kyc' | 'kyc_keep_days' | 'payment_hours' | 'second_approval_limit' | 'approval_days' | 'daily_alone_limit' | 'sms_daily_budget' | 'withdrawal_limit_none' | 'withdrawal_limit_approved' | 'support_url' | 'platform_name' | 'look' | 'terms_confirmed' | 'public_books' | 'explorer_bitcoin' | 'explorer_ethereum' | 'explorer_tron' | 'explorer_litecoin' | 'explorer_dogecoin' | 'explorer_solana' | 'explorer_bnb_smart_chain' | 'explorer_polygon'",
  'contact_change.kind': "'email' | 'phone'",
  'message.channel': "'mail' | 'text'",
  'message.state': "ColumnType<'waiting' | 'delivered' | 'failed', never, never>",
  'mailing.segment': "'all' | 'running' | 'plan'",
  'live_event.audience': "'user' | 'administrators' | 'everybody'",
  'plan.min_amount': 'MicroUsd',
  'plan.max_amount': 'MicroUsd',
  'plan.ref_bonus': 'Percent',
  'plan.daily_roi': 'Percent',
  'plan.early_roi': 'Generated<Percent>',
  'investment.amount': 'MicroUsd',
  'investment_earning.earned_posted': 'Generated<MicroUsd>',
  'investment.received': 'Generated<MicroUsd>',
  'investment.refunded': 'Generated<MicroUsd>',
  'investment.set_apart': 'Generated<MicroUsd>',
  'investment.typed_amount': 'Generated<MicroUsd>',
  'investment.daily_roi': 'Percent',
  'investment.early_roi': 'Generated<Percent>',
  'investment.ref_bonus': 'Percent',
  'investment.status': 'Status',
  'investment.source': "'payment' | 'bonus' | 'reinvest'",
  'investment.at_end': "Generated<'to wallet' | 'reinvest principal' | 'reinvest all'>",
  'investment_terms.amount': 'MicroUsd',
  'investment_terms.daily_roi': 'Percent',
  'investment_terms.early_roi': 'Generated<Percent>',
  'investment_terms.status': 'Status',
  'earning_share.amount': 'MicroUsd',
  'earning_share.backed': 'MicroUsd | null',
  'payment_quote.dollars': 'MicroUsd',
  'exit_quote.principal': 'MicroUsd',
  'exit_quote.earned': 'MicroUsd',
  'exit_quote.early': 'MicroUsd',
  'exit_quote.wallet': 'MicroUsd',
  'exit_quote.kept': 'MicroUsd',
  'payment_quote.sources': "('kraken' | 'coinbase' | 'binance')[]",
  'suspense_refund.amount': 'MicroUsd',
  'withdrawal.amount': 'MicroUsd',
  'withdrawal.typed_amount': 'Generated<MicroUsd>',
  'withdrawal.status': "Exclude<Status, 'waiting approval'>",
  'withdrawal.source': "'investment' | 'referral'",
  'referral.amount': 'MicroUsd',
  'referral.set_apart': 'Generated<MicroUsd>',
  'referral.ref_bonus': 'Percent',
  'referral.status': "Exclude<Status, 'waiting approval'>",
  'referral.held_status': "'pending' | 'approved' | 'completed' | null",
  'candle.interval': "'1m' | '5m' | '1h' | '1d'",
  'candle.source': "'kraken' | 'coinbase' | 'binance'",
  'market_source.source': "'kraken' | 'coinbase' | 'binance'",
  'backing.mode': "'disclosed' | 'strict'",
  'books_check.outcome': "'clean' | 'wrong' | 'failed'",
  'account.balance': 'Generated<MicroUsd>',
  'entry.amount': 'MicroUsd',
  'entry.balance_after': 'MicroUsd',
}
const IMPORTS = `import type { MicroUsd } from '../money/micro-usd.ts'
import type { Percent } from '../money/percent.ts'
import type { FactorKind, Role } from './actor.ts'
import type { Status } from './wire.ts'
`
const TYPES = { int8: 'bigint', bytea: 'Uint8Array' }

const server = await openTestServer()
const { connectionString, drop } = await server.createDatabase()
const folder = await mkdtemp(join(tmpdir(), 'plumb-types-'))
try {
  const out = join(folder, 'schema.ts')
  await run(join(ROOT, 'node_modules/.bin/kysely-codegen'), [
    ...['--dialect', 'postgres', '--url', connectionString, '--out-file', out, '--exclude-pattern', 'migration'],
    ...['--overrides', JSON.stringify({ columns: MEANINGS })],
    ...['--type-mapping', JSON.stringify(TYPES)],
  ])
  const made = IMPORTS + (await readFile(out, 'utf8'))
  if (!process.argv.includes('--check')) {
    await writeFile(TARGET, made)
    console.log('src/kit/database-schema.ts written')
  } else if (made !== (await readFile(TARGET, 'utf8'))) {
    console.error('src/kit/database-schema.ts is stale: run node scripts/database-types.ts')
    process.exitCode = 1
  }
} finally {
  await rm(folder, { recursive: true })
  await drop()
  await server.close()
}
