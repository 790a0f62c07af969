/**
 * Every rule by which the database protects money, by itself and against the owner of the tables. The rules are read from
 * its catalogue: one that is new has no attack yet and fails. Each attack is wrong in one way alone: what refuses it is
 * the rule that it is named after, and without the rule's trigger it would have passed or been refused by another.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { numberEntries } from '#log/number-entries.ts'
import { postEveryKind } from './support/every-posting.ts'
import { invest, save } from './support/investing.ts'
import { openInvestingHouse } from './support/investing-house.ts'
import { quote } from './support/leaving.ts'
import { opened } from './support/opened.ts'
import { anInvestor } from './support/people.ts'

/** Tables whose rules protect no money: who somebody is, what they are told, what it looks like. */
const OTHERS = [
  ...[
    'accepted_terms',
    'app_user',
    'archive',
    'archive_piece',
    'books_check',
    'candle',
    'closed_name',
    'contact_change',
    'demo_mark',
  ],
  ...['event_stream', 'guessing_report', 'wrong_sign_in'],
  ...['document_key', 'document_master', 'identity_claim', 'provider_event', 'sealed_document'],
  ...['idempotency', 'identity_check', 'known_place', 'last_sign_in', 'live_event', 'logo', 'mailing', 'market_source'],
  ...['message', 'migration', 'moved_clock', 'notification', 'pepper_mark', 'picture', 'published_terms', 'push'],
  ...['push_key', 'push_subscription', 'rate_limit', 'registration', 'reset_link', 'reset_request', 'role_invitation'],
  ...['screening_entry', 'screening_hit', 'screening_import', 'screening_name', 'screening_person'],
  // what bundles are made of: what is published of a proof is in `proof`
  ...['proof_alarm', 'proof_block', 'proof_mail_wish', 'proof_mailing', 'proof_request', 'proof_tree'],
  ...['salt_key', 'saved_filter', 'session', 'setting', 'setup_link', 'user_note', 'wallet', 'what_if'],
  ...[
    'authenticator',
    'factor_challenge',
    'factor_help',
    'factor_take_back',
    'passkey',
    'recovery_code',
    'sign_in_attempt',
    'sign_in_challenge',
  ],
]

const house = opened(openInvestingHouse)
let owner: pg.Client
let rules: Rule[]

type Rule = {
  table: string
  name: string
  kind: 'trigger' | 'check' | 'foreign key' | 'unique'
  does: string
  columns: string[]
}
type Refusal = { code?: string; constraint?: string; message: string }
/** Statements, of which the last is refused, or after which `done` finds nothing. */
type Attack = { by: string[]; done?: string }

const RULES = `
  SELECT tgrelid::regclass::text AS table, tgname::text AS name, 'trigger' AS kind, tgfoid::regproc::text AS does,
    (SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = tgrelid AND attnum = 1) AS columns
  FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL
  SELECT conrelid::regclass::text, conname::text, CASE contype WHEN 'c' THEN 'check' ELSE 'foreign key' END,
    pg_get_constraintdef(oid), (SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey))
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f')
  UNION ALL
  SELECT indrelid::regclass::text, index.relname::text, 'unique', pg_get_indexdef(indexrelid),
    (SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY (indkey))
  FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid
  WHERE indisunique AND relnamespace = 'public'::regnamespace
  ORDER BY 1, 3, 2`

const SOMEBODY = '(SELECT id FROM app_user WHERE inviter_id IS NULL ORDER BY id LIMIT 1)'
const ANOTHER = '(SELECT id FROM app_user WHERE inviter_id IS NULL ORDER BY id DESC LIMIT 1)'
const AT = `'2026-03-05T12:00:00Z'::timestamptz`

/** Of which row of a table a copy is made, and what is new in the copy, in SQL; such a copy passes every rule. */
const COPIES: Record<string, { of?: string; fresh: Record<string, string> }> = {
  approval: { of: `state = 'waiting'`, fresh: { id: 'gen_random_uuid()', subject_id: 'gen_random_uuid()' } },
  audit_entry: { of: 'actor_id IS NOT NULL', fresh: { id: 'gen_random_uuid()' } },
  books_day: { fresh: { day: `'2026-03-03'::date`, written_at: `'2026-03-04T12:00:00Z'::timestamptz` } },
  decided_alone: { fresh: { day: `'2025-01-01'::date` } },
  decision: { of: 'actor_id IS NOT NULL', fresh: { id: 'gen_random_uuid()' } },
  investment: {
    of: `status = 'pending' AND source = 'payment'`,
    fresh: { id: 'gen_random_uuid()', tranx_id: `'new'` },
  },
  investment_earning: { fresh: { investment_id: 'gen_random_uuid()' } },
  investment_terms: { of: `status = 'pending'`, fresh: { version: '1000' } },
  exit_quote: {
    of: `investment_id IN (SELECT id FROM investment WHERE status = 'approved')`,
    fresh: { id: 'gen_random_uuid()' },
  },
  lone_correction: { fresh: { id: 'gen_random_uuid()' } },
  payment_quote: { fresh: { id: 'gen_random_uuid()' } },
  payout_txid: { fresh: { txid: `'new'`, payout_id: 'gen_random_uuid()' } },
  plan: { fresh: { id: 'gen_random_uuid()' } },
  proof: { of: 'epoch = 6', fresh: { epoch: '7', request_id: 'NULL' } },
  referral: {
    fresh: {
      id: 'gen_random_uuid()',
      investment_id: '(SELECT id FROM investment WHERE id NOT IN (SELECT investment_id FROM referral) LIMIT 1)',
      ...{ status: `'pending'`, held_status: 'NULL' },
    },
  },
  suspense_refund: { fresh: { id: 'gen_random_uuid()' } },
  withdrawal: { of: `status = 'declined'`, fresh: { id: 'gen_random_uuid()', status: `'pending'` } },
  payout_address: {
    fresh: {
      ...{ id: 'gen_random_uuid()', address: `'another'` },
      ...{ created_at: 'database_now()', usable_at: 'database_now()' },
    },
  },
  withdrawal_link: { fresh: { token_hash: `'new'` } },
  log_announcement: { fresh: { id: '-1' } },
  log_checkpoint: { fresh: { size: '-1' } },
  log_cosignature: { fresh: { witness: `'another'` } },
  log_position: {
    of: 'transfer_id IS NOT NULL',
    fresh: { position: '(SELECT size FROM log_head)', transfer_id: '-1' },
  },
  log_signer: { fresh: { id: '-1', verifier_key: `'new'` } },
  log_tile: { fresh: { n: '-1' } },
  wallet_signature: {
    of: 'epoch = 6',
    fresh: { id: 'gen_random_uuid()', epoch: '5', day: `'2026-03-04'`, root: `sha256('5')` },
  },
}

/** What of a copy breaks a CHECK, or a key that is of other columns than its copy's new ones. */
const BROKEN: Record<string, Record<string, string>> = {
  approval_also_concerns: { also_concerns: 'asked_by' },
  approval_check: { decided_at: AT },
  approval_check2: { state: `'agreed'`, decided_at: AT, decided_by: 'asked_by' },
  approval_check3: { state: `'withdrawn'`, decided_at: AT, decided_by: ANOTHER },
  approval_check4: { concerns: 'asked_by' },
  approval_check5: { state: `'refused'`, decided_at: AT, decided_by: ANOTHER, decision_reason: 'NULL' },
  approval_decided_by: { decided_by: ANOTHER },
  approval_moved_check: { moved: '0' },
  approval_own_step: { own_step: `'plan'`, why: `'always'` },
  approval_own_step_check: { own_step: `'none'`, why: `'own step'` },
  approval_state_check: { state: `'lost'`, decided_at: AT, decided_by: ANOTHER },
  approval_why_check: { why: `'none'` },
  audit_entry_agreed_by_somebody: { approval_id: '(SELECT id FROM approval LIMIT 1)', actor_id: 'NULL', job: `'x'` },
  audit_entry_check: { job: `'x'` },
  books_day_in_time: { written_at: `'2026-03-03T12:00:00Z'::timestamptz` },
  books_day_not_negative: { custody: '-1' },
  books_day_pkey: { day: 'one.day', written_at: 'one.written_at' },
  proof_check: { unowned: 'total + 1' },
  proof_depth_check: { depth: '9' },
  proof_epoch_check: { epoch: '0' },
  proof_pkey: { epoch: 'one.epoch' },
  proof_position_check: { position: '-1' },
  proof_request_id_fkey: { request_id: 'gen_random_uuid()' },
  proof_request_id_key: { epoch: '8', request_id: 'one.request_id' },
  proof_root_check: { root: `'\\x00'::bytea` },
  decided_alone_total_check: { total: '0' },
  decision_check: { job: `'x'` },
  investment_amount_check: { amount: '0' },
  investment_began: { status: `'approved'`, began_at: 'NULL' },
  investment_check1: { completed_at: AT },
  investment_at_end: { at_end: `'never'` },
  investment_at_end_of_bonus: { source: `'bonus'`, at_end: `'reinvest all'` },
  investment_coin: { coin: 'NULL', coin_decimals: '8' },
  investment_coin_check: { coin: `'bitcoin'`, coin_decimals: '8' },
  investment_coin_decimals_check: { coin: `'BTC'`, coin_decimals: '19' },
  backing_check: { mode: `'disclosed'`, disclosed_from: AT },
  backing_mode_check: { mode: `'loose'` },
  backing_only_row_check: { only_row: 'false' },
  backing_pkey: {},
  investment_duration_check: { duration: '0' },
  exit_quote_holds: { good_until: 'as_of' },
  exit_quote_kept: { kept: 'kept + 1' },
  investment_early_roi_check: { early_roi: 'daily_roi + 1' },
  investment_left: { left_after: '1' },
  investment_from_suspense: { source: `'bonus'`, from_suspense: 'id' },
  investment_received_check: { received: '-1', refunded: '0' },
  investment_refunded: { refunded: 'received + 1' },
  investment_set_apart_check: { set_apart: '-1' },
  investment_source_check: { source: `'gift'` },
  investment_status_check: { status: `'lost'` },
  investment_txid_check: { txid: `''` },
  investment_terms_check: { status: `'approved'`, began_at: 'NULL' },
  investment_reinvests: { source: `'reinvest'` },
  investment_reinvests_key: {
    source: `'reinvest'`,
    reinvests: `(SELECT reinvests FROM investment WHERE reinvests IS NOT NULL LIMIT 1)`,
  },
  log_announcement_one_proof: { type: `'proof'`, bytes: `'6\n' || one.bytes` },
  log_announcement_type: { type: `'lost'` },
  log_checkpoint_signer: { signer_id: '-1' },
  log_cosignature_checkpoint: { size: '-1' },
  log_head_only_row: { only_row: 'false' },
  log_head_pkey: {},
  log_position_announcement: {
    transfer_id: 'NULL',
    announcement_id: '(SELECT max(announcement_id) FROM log_position)',
  },
  log_position_commitment: { commitment: `'\\x00'` },
  log_position_from_zero: { position: '-1' },
  log_position_of_one: { transfer_id: 'NULL' },
  log_tile_whole_hashes: { hashes: `'\\x00'` },
  lone_correction_moved_check: { moved: '0' },
  payment_quote_check: { good_until: 'made_at' },
  payment_quote_dollars_check: { dollars: '0' },
  payment_quote_price_check: { price: '0' },
  payment_quote_sources_check: { sources: `'{kraken}'` },
  payment_quote_units_check: { units: `'0'` },
  plan_check: { max_amount: 'min_amount - 1' },
  plan_daily_roi_check: { daily_roi: '-1' },
  plan_early_roi_check: { early_roi: 'daily_roi + 1' },
  plan_durations_check: { durations: `'{}'` },
  plan_min_amount_check: { min_amount: '0' },
  plan_ref_bonus_check: { ref_bonus: '1000001' },
  referral_amount_check: { amount: '-1' },
  referral_check: { inviter_id: 'invited_id' },
  referral_check1: { held_status: `'pending'`, status: `'approved'` },
  referral_held_status_check: { held_status: `'declined'`, status: `'declined'` },
  referral_set_apart_check: { set_apart: '-1' },
  referral_status_check: { status: `'lost'`, held_status: 'NULL' },
  suspense_refund_amount_check: { amount: '0' },
  payout_address_check: { usable_at: `created_at - interval '1 hour'` },
  payout_address_check1: { confirmed_at: `created_at - interval '1 hour'` },
  payout_address_distrusted: { distrusted_at: 'created_at' },
  payout_address_id_key: {
    id: 'one.id',
    address: `'another'`,
    user_id: '(SELECT id FROM app_user WHERE id <> one.user_id LIMIT 1)',
  },
  payout_address_name_check: { name: `''` },
  payout_address_once: { address: 'upper(address)' },
  wallet_signature_epoch_fkey: { epoch: '99' },
  wallet_signature_given_by_fkey: { given_by: 'gen_random_uuid()' },
  wallet_signature_length: { signature: `''` },
  wallet_signature_once: { epoch: 'one.epoch', day: 'one.day', root: 'one.root' },
  wallet_signature_scheme: { scheme: `'by hand'` },
  withdrawal_amount_check: { amount: '0' },
  withdrawal_link_for_one: { address_id: 'NULL', withdrawal_id: 'NULL' },
  withdrawal_link_to_address: { address_id: 'gen_random_uuid()', withdrawal_id: 'NULL' },
  withdrawal_link_to_withdrawal: { address_id: 'NULL', withdrawal_id: 'gen_random_uuid()' },
  withdrawal_to_address: { address_id: 'gen_random_uuid()' },
  withdrawal_source_check: { source: `'bonus'` },
  withdrawal_status_check: { status: `'lost'` },
  approval_decided_by_fkey: { state: `'agreed'`, decided_at: AT, decided_by: 'gen_random_uuid()' },
  approval_waiting: { subject_id: 'subject_id' },
  investment_id_key: { id: 'one.id', user_id: '(SELECT id FROM app_user WHERE id <> one.user_id LIMIT 1)' },
  investment_reinvests_fkey: { source: `'reinvest'`, reinvests: 'gen_random_uuid()' },
  referral_id_key: {
    id: 'one.id',
    inviter_id: '(SELECT id FROM app_user WHERE id NOT IN (one.inviter_id, one.invited_id) LIMIT 1)',
  },
  withdrawal_id_key: { id: 'one.id', user_id: '(SELECT id FROM app_user WHERE id <> one.user_id LIMIT 1)' },
}

const copyOf = (table: string, change: Record<string, string>) => {
  const { of = 'true', fresh } = COPIES[table] ?? { fresh: {} }
  const changed = Object.entries({ ...fresh, ...change }).map(([column, value]) => `'${column}', ${value}`)
  return `INSERT INTO ${table} SELECT (jsonb_populate_record(one, jsonb_build_object(${changed.join(', ')}))).*
    FROM ${table} AS one WHERE ${of} LIMIT 1`
}

/** A transfer that continues the chains of its accounts, in one statement, with what is changed in it. */
function whole(
  { transfer = {}, entry = {} }: { transfer?: Record<string, string>; entry?: Record<string, string> } = {},
  lines = `('equity/adjustments', 1000000), ('equity/capital', -1000000)`,
) {
  const columns = {
    ...{ id: `nextval('transfer_number')`, key: '1', kind: `'correction'`, reference_kind: `'user'` },
    ...{ reference_id: 'gen_random_uuid()', job: `'raw'`, effective_at: 'database_now()', ...transfer },
  }
  const values = {
    account_id: 'account.id',
    sequence: 'account.version + 1',
    transfer_id: 't.id',
    amount: 'line.amount',
    balance_after: 'account.balance + account.side * line.amount',
    ...entry,
  }
  return `WITH t AS (INSERT INTO transfer (${Object.keys(columns).join(', ')}) SELECT ${Object.values(columns).join(', ')} RETURNING id)
    INSERT INTO entry (${Object.keys(values).join(', ')}) SELECT ${Object.values(values).join(', ')}
    FROM t, (VALUES ${lines}) AS line (name, amount) JOIN account USING (name)`
}

const openAccount = (values: string) =>
  `INSERT INTO account (id, kind, owner_id, side, floor, balance, created_at) SELECT ${values}, database_now() FROM account LIMIT 1`
const RICH = `(SELECT name FROM account WHERE kind = 'earnings' AND balance > 0 LIMIT 1)`
const SHARE = '(SELECT * FROM earning_share ORDER BY investment_id, version, seconds_to LIMIT 1) AS one'
const share = (
  values: string,
  more = '',
) => `INSERT INTO earning_share (investment_id, version, seconds_from, seconds_to, amount, transfer_id${more})
  SELECT ${values} FROM ${SHARE}`

const unheard = (type: string) =>
  `SELECT WHERE NOT EXISTS (SELECT FROM log_announcement
    WHERE type = '${type}' AND convert_from(bytes, 'UTF8') ~ '"unheard"|1999')`

/** Those that are attacked in a way of their own. */
const OWN: Record<string, Attack | Attack[]> = {
  account_follows_entries: { by: ['UPDATE account SET balance = balance + 1'] },
  account_opens_empty: { by: [openAccount(`-1, 'earnings', gen_random_uuid(), -1, 0, 5`)] },
  account_pkey: { by: [openAccount(`id, 'earnings', gen_random_uuid(), -1, 0, 0`)] },
  account_name_key: { by: [openAccount(`-1, kind, owner_id, side, floor, 0`)] },
  account_of_kind: {
    by: ['ALTER TABLE account DROP CONSTRAINT account_name_key', openAccount(`-1, kind, owner_id, side, floor, 0`)],
  },
  account_floor: {
    by: [
      whole(
        {},
        `(${RICH}, (SELECT balance + 1 FROM account WHERE name = ${RICH})), ('equity/capital', -(SELECT balance + 1 FROM account WHERE name = ${RICH}))`,
      ),
    ],
  },
  entries_continue: { by: [whole({ entry: { balance_after: 'account.balance' } })] },
  entry_pkey: { by: [whole({ entry: { sequence: 'account.version' } })] },
  transfer_is_whole: {
    by: [
      `INSERT INTO transfer (id, key, kind, reference_kind, reference_id, job, effective_at)
      SELECT -1, 1, 'correction', 'user', gen_random_uuid(), 'raw', database_now()`,
    ],
  },
  transfer_pkey: { by: [whole({ transfer: { id: '(SELECT min(id) FROM transfer)' } })] },
  transfer_key: {
    by: [
      whole({
        transfer: {
          reference_id: '(SELECT reference_id FROM transfer ORDER BY id LIMIT 1)',
          key: '(SELECT key FROM transfer ORDER BY id LIMIT 1)',
        },
      }),
    ],
  },
  transfer_reverses_key: {
    by: [
      whole({}),
      ...[1, 2].map(() =>
        whole(
          { transfer: { reverses: `(SELECT max(id) FROM transfer WHERE reverses IS NULL)` } },
          `('equity/adjustments', -1000000), ('equity/capital', 1000000)`,
        ),
      ),
    ],
  },
  transfer_actor: { by: [whole({ transfer: { job: 'NULL', actor_id: 'gen_random_uuid()' } })] },
  transfer_act: { by: [whole({ transfer: { job: 'NULL', actor_id: SOMEBODY, act_id: 'gen_random_uuid()' } })] },
  // what was there from the start as what becomes of it later
  approval_begins: {
    by: [copyOf('approval', { state: `'agreed'`, decided_at: AT, decided_by: ANOTHER })],
  },
  investment_begins: { by: [copyOf('investment', { status: `'approved'`, began_at: AT })] },
  referral_begins: { by: [copyOf('referral', { status: `'approved'` })] },
  withdrawal_begins: { by: [copyOf('withdrawal', { status: `'approved'` })] },
  payout_address_begins: { by: [copyOf('payout_address', { confirmed_at: 'database_now()' })] },
  withdrawal_waits_for_its_own: {
    by: [copyOf('withdrawal', { address_id: '(SELECT id FROM payout_address WHERE user_id = one.user_id LIMIT 1)' })],
  },
  alone_only_grows: { by: ['UPDATE decided_alone SET total = total - 1'] },
  approval_only_forward: {
    by: [
      `UPDATE approval SET state = 'agreed', decided_at = ${AT}, decided_by = ${ANOTHER} WHERE state = 'waiting'`,
      `UPDATE approval SET state = 'waiting', decided_at = NULL, decided_by = NULL WHERE state = 'agreed'`,
    ],
  },
  // a share of what was credited already, by the transfer that credited it, for seconds to come
  shares_follow: {
    by: [share('investment_id, version, seconds_to, seconds_to + 86400, amount, transfer_id')],
  },
  earning_share_amount_check: { by: [share('investment_id, version, seconds_from, seconds_to, 0, transfer_id')] },
  earning_share_check: { by: [share('investment_id, version, seconds_to, seconds_to, amount, transfer_id')] },
  earning_share_check1: {
    by: [share('investment_id, version, seconds_from, seconds_to, amount, transfer_id, amount + 1', ', backed')],
  },
  earning_share_seconds_from_check: { by: [share('investment_id, version, -1, seconds_to, amount, transfer_id')] },
  earning_share_pkey: { by: [share('investment_id, version, seconds_from, seconds_to, amount, transfer_id')] },
  investment_earning_made: {
    by: [copyOf('investment', {})],
    done: `SELECT FROM investment WHERE tranx_id = 'new' AND id NOT IN (SELECT investment_id FROM investment_earning)`,
  },
  investment_terms_kept: { by: [`UPDATE investment SET amount = amount + 1 WHERE status = 'pending'`] },
  exit_quote_follows: { by: [copyOf('exit_quote', { wallet: 'wallet + 1' })] },
  exit_quote_investment_id_fkey: {
    by: [
      'ALTER TABLE exit_quote DISABLE TRIGGER exit_quote_follows',
      copyOf('exit_quote', { investment_id: 'gen_random_uuid()' }),
    ],
  },
  // once more, and by the quote of another
  investment_left_once: {
    by: ['UPDATE investment SET amount = amount + 1, version = version + 1 WHERE left_after IS NOT NULL'],
  },
  investment_at_end_stays: { by: [`UPDATE investment SET at_end = 'reinvest principal' WHERE status = 'completed'`] },
  investment_typed: {
    by: [copyOf('investment', { typed_amount: '1' })],
    done: `SELECT FROM investment WHERE tranx_id = 'new' AND typed_amount <> amount`,
  },
  investment_typed_stays: { by: ['UPDATE investment SET typed_amount = typed_amount + 1'] },
  investment_typed_amount: {
    by: ['ALTER TABLE investment DISABLE TRIGGER investment_typed_stays', 'UPDATE investment SET typed_amount = 0'],
  },
  withdrawal_typed: {
    by: [copyOf('withdrawal', { typed_amount: '1', source: `'referral'` })],
    done: `SELECT FROM withdrawal WHERE typed_amount = 1`,
  },
  withdrawal_typed_stays: { by: ['UPDATE withdrawal SET typed_amount = typed_amount + 1'] },
  withdrawal_typed_amount: {
    by: ['ALTER TABLE withdrawal DISABLE TRIGGER withdrawal_typed_stays', 'UPDATE withdrawal SET typed_amount = 0'],
  },
  withdrawal_network: {
    by: [copyOf('withdrawal', { network: 'NULL' })],
    done: 'SELECT FROM withdrawal WHERE network IS NULL',
  },
  // to an address that nobody has confirmed
  payout_address_settled: {
    by: [
      `UPDATE withdrawal SET address_id = (SELECT id FROM payout_address WHERE payout_address.user_id = withdrawal.user_id AND confirmed_at IS NULL LIMIT 1), status = 'approved' WHERE status = 'declined'
        AND user_id IN (SELECT user_id FROM payout_address WHERE confirmed_at IS NULL)`,
    ],
  },
  // of somebody who has taken their account back
  withdrawal_not_stopped: {
    by: [
      `UPDATE app_user SET withdrawals_paused_until = database_now() + interval '1 hour', withdrawals_paused_for = 'recovery'`,
      `UPDATE withdrawal SET status = 'approved' WHERE status = 'declined'`,
    ],
  },
  payout_address_settles_later: {
    by: [
      `UPDATE payout_address SET usable_at = usable_at + interval '2 hours'`,
      `UPDATE payout_address SET usable_at = usable_at - interval '1 hour'`,
    ],
  },
  // saved an hour before, and settled by then
  payout_address_settles_anew: { by: [`UPDATE payout_address SET confirmed_at = created_at + interval '1 hour'`] },
  payout_address_only_forward: {
    by: [
      `UPDATE payout_address SET (confirmed_at, usable_at) = (created_at + interval '1 hour', created_at + interval '1 hour')`,
      `UPDATE payout_address SET confirmed_at = NULL`,
    ],
  },
  withdrawal_link_only_forward: {
    by: [`UPDATE withdrawal_link SET used_at = ${AT}`, `UPDATE withdrawal_link SET used_at = NULL`],
  },
  // one transaction of the network that pays two withdrawals to one address
  withdrawal_txid_claimed: {
    by: [1, 2].map(() => copyOf('withdrawal', { txid: `repeat('a', 64)` })),
  },
  withdrawal_txid_changed: {
    by: [
      copyOf('withdrawal', { txid: `repeat('a', 64)` }),
      `UPDATE withdrawal SET txid = repeat('a', 64) WHERE status = 'declined' AND txid IS NULL`,
    ],
  },
  // a gap, and what nobody has announced; then a head that runs ahead
  log_positions_continue: [
    { by: [copyOf('log_position', { position: '(SELECT size + 1 FROM log_head)' })] },
    {
      by: [
        copyOf('log_position', { position: '(SELECT size FROM log_head)', transfer_id: 'NULL', announcement_id: '-1' }),
      ],
    },
  ],
  log_head_follows: [
    { by: ['UPDATE log_head SET size = size + 1'] },
    { by: ['UPDATE log_head SET settled_id = (SELECT max(id) + 1 FROM transfer)'] },
    { by: ['UPDATE log_head SET seen_id = (SELECT max(id) + 1 FROM transfer)'] },
  ],
  log_tile_grows: { by: ['UPDATE log_tile SET hashes = substring(hashes FROM 33) || substring(hashes FOR 32)'] },
  // by the app's login, which may write the first
  log_signer_is_fixed: {
    by: [
      'SET LOCAL ROLE plumb_app',
      `INSERT INTO log_signer (origin, verifier_key, server) VALUES ('another', 'another', 'another')`,
    ],
  },
  // what is said of money and not announced
  plan_announced: { by: [`UPDATE plan SET name = 'unheard'`], done: unheard('plan') },
  backing_announced: { by: [`UPDATE backing SET chosen_at = '1999-01-01T00:00:00Z'`], done: unheard('backing') },
  books_day_announced: { by: [copyOf('books_day', { custody: '1999' })], done: unheard('day') },
  proof_announced: { by: [copyOf('proof', { total: '1999' })], done: unheard('proof') },
  // of a root that was never published
  wallet_signature_is_true: { by: [copyOf('wallet_signature', { root: `sha256('6')` })] },
  suspense_refund_txid_claimed: {
    by: [1, 2].map(() => copyOf('suspense_refund', { txid: `repeat('b', 64)` })),
  },
}

/** By what a rule is attacked; nothing where nobody has thought of it yet. */
function attacksOn({ table, name, kind, does, columns }: Rule): Attack[] {
  const own = OWN[name]
  if (own !== undefined) return [own].flat()
  if (does === 'books_are_append_only') {
    const [column = ''] = columns
    if (name.endsWith('no_truncate')) return [{ by: [`TRUNCATE ${table} CASCADE`] }]
    const remove = { by: [`DELETE FROM ${table}`] }
    return name.endsWith('no_delete') ? [remove] : [remove, { by: [`UPDATE ${table} SET ${column} = ${column}`] }]
  }
  const broken = BROKEN[name]
  if (broken !== undefined) return [{ by: [copyOf(table, broken)] }]
  if (COPIES[table] === undefined) return []
  const columnsAre = (value: (column: string) => string) =>
    copyOf(table, Object.fromEntries(columns.map((column) => [column, value(column)])))
  if (kind === 'foreign key') return [{ by: [columnsAre(() => 'gen_random_uuid()')] }]
  if (kind === 'unique') return [{ by: [columnsAre((column) => `one.${column}`)] }]
  return []
}

/** What came of an attack: a refusal, the rows that it has left, or nothing. All of it is undone. */
async function outcomeOf({ by, done }: Attack, lifted: string[] = []): Promise<Refusal | 'done' | 'nothing'> {
  await owner.query('BEGIN')
  try {
    for (const statement of [...lifted, ...by.slice(0, -1)]) await owner.query(statement)
    try {
      const { rowCount } = await owner.query(by.at(-1) ?? '')
      await owner.query('SET CONSTRAINTS ALL IMMEDIATE')
      if (done === undefined) return rowCount === 0 ? 'nothing' : 'done'
    } catch (error) {
      const { code, constraint, message } = error as Refusal
      return { ...(code && { code }), ...(constraint && { constraint }), message }
    }
    return (await owner.query(done)).rowCount === 0 ? 'nothing' : 'done'
  } finally {
    await owner.query('ROLLBACK')
  }
}

/** What triggers raise, all of them by the books' own codes but for two. */
const RAISED = /^(PLB\d\d|P0001|23505)$/
/** What stands behind a trigger, and would refuse the same. */
const BEHIND: Record<string, string> = {
  log_checkpoint_append_only: 'log_cosignature_checkpoint',
  log_checkpoint_no_truncate: 'log_cosignature is append only',
  log_signer_append_only: 'log_checkpoint_signer',
  log_signer_no_truncate: 'log_checkpoint is append only',
  audit_entry_append_only: 'transfer_act',
  audit_entry_no_truncate: 'transfer is append only',
  proof_append_only: 'wallet_signature_epoch_fkey',
  proof_no_truncate: 'wallet_signature is append only',
  withdrawal_network: 'null value in column',
}

beforeAll(async () => {
  const { investor } = await postEveryKind(house)
  await anInvestor(house.db)
  await save(house, investor)
  const other = await anInvestor(house.db)
  await quote(house, other, (await invest(house, other)).id)
  owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  await owner.query(`
    INSERT INTO approval (id, kind, subject_kind, subject_id, input, changes, asked_by, asked_at, moved)
    SELECT gen_random_uuid(), 'top up user', 'user', gen_random_uuid(), '{}', '{}', ${SOMEBODY}, ${AT}, 1;
    INSERT INTO books_day (day, written_at, custody, principal, earnings, accrued, referral, bonus, withdrawing, suspense, reserve, committed)
    VALUES ('2026-03-04', ${AT}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    INSERT INTO proof_request (id, asked_at, asked_by, reason) SELECT gen_random_uuid(), ${AT}, ${SOMEBODY}, 'for tests';
    INSERT INTO proof (epoch, made_at, position, request_id, root, total, unowned, depth)
    SELECT 6, ${AT}, 5, id, sha256(''), 10, 3, 10 FROM proof_request;
    INSERT INTO proof (epoch, made_at, position, root, total, unowned, depth)
    VALUES (5, ${AT} - interval '1 day', 5, sha256('5'), 10, 3, 10);
    INSERT INTO wallet_signature (id, wallet_id, network, address, house, epoch, day, root, scheme, signature, given_at)
    SELECT gen_random_uuid(), id, network, address, 'https://plumb.test', 6, '2026-03-05', sha256(''), 'BIP-322', 'first', ${AT}
    FROM wallet ORDER BY id LIMIT 1;
    INSERT INTO decided_alone (user_id, day, total) SELECT ${SOMEBODY}, '2025-02-01', 5 ON CONFLICT DO NOTHING;
    INSERT INTO lone_correction (id, subject_kind, subject_id, moved, made_by, made_at)
    SELECT gen_random_uuid(), 'investment', gen_random_uuid(), 1, ${SOMEBODY}, ${AT};
    INSERT INTO payment_quote (id, investment_id, coin, coin_decimals, dollars, price, units, sources, made_at, priced_at, good_until)
    SELECT gen_random_uuid(), id, 'BTC', 8, 1, 1, '1', '{kraken,coinbase}', ${AT}, ${AT}, ${AT} + interval '1 hour' FROM investment LIMIT 1;
    INSERT INTO payout_address (id, user_id, network, address, created_at, usable_at)
    SELECT gen_random_uuid(), user_id, 'bitcoin', 'bc1first', now, now
    FROM withdrawal, database_now() AS now WHERE status = 'declined' LIMIT 1;
    INSERT INTO withdrawal_link (token_hash, user_id, address_id, created_at, expires_at)
    SELECT 'first', user_id, id, ${AT}, ${AT} FROM payout_address;
    INSERT INTO payout_txid (txid, payout_id, network, paid_to) VALUES ('old', gen_random_uuid(), 'Bitcoin', '')`)
  await numberEntries(house.db)
  await owner.query(`
    INSERT INTO log_signer (origin, verifier_key, server) VALUES ('plumb.test/log', 'first', '');
    INSERT INTO log_checkpoint (signer_id, size, note) SELECT id, 1, '' FROM log_signer;
    INSERT INTO log_cosignature (signer_id, size, witness, line, cosigned_at) SELECT id, 1, 'one', '', now() FROM log_signer`)
  const { rows } = await owner.query<Rule>(RULES)
  rules = rows.filter(({ table }) => !OTHERS.includes(table))
})
afterAll(() => owner.end())

test('every rule of a table that holds money is attacked, and no attack is of a rule that is gone', () => {
  expect(rules.filter((rule) => attacksOn(rule).length === 0).map(({ table, name }) => `${table}: ${name}`)).toEqual([])
  const names = new Set(rules.map(({ name }) => name))
  expect([...Object.keys(OWN), ...Object.keys(BROKEN)].filter((name) => !names.has(name))).toEqual([])
})

test('nothing but what is wrong is refused: a whole transfer, and a copy with keys of its own, pass', async () => {
  expect(await outcomeOf({ by: [whole()] })).toBe('done')
  for (const table of Object.keys(COPIES)) expect(await outcomeOf({ by: [copyOf(table, {})] }), table).toBe('done')
})

test('what breaks a constraint is refused to the owner by that constraint', async () => {
  const constraints = rules.filter(({ kind }) => kind !== 'trigger')
  expect(constraints.length).toBeGreaterThan(90)
  const wrong: unknown[] = []
  for (const rule of constraints) {
    for (const attack of attacksOn(rule)) {
      const outcome = await outcomeOf(attack)
      if (typeof outcome === 'string' || outcome.constraint !== rule.name) wrong.push([rule.name, outcome])
    }
  }
  expect(wrong).toEqual([])
})

test('what a trigger refuses to the owner would be done without that trigger', async () => {
  const triggers = rules.filter(({ kind }) => kind === 'trigger')
  expect(triggers.length).toBeGreaterThan(30)
  const wrong: unknown[] = []
  const behind = new Set<string>()
  for (const { table, name, ...rule } of triggers) {
    const lifted = [`ALTER TABLE ${table} DISABLE TRIGGER ${name}`]
    for (const attack of attacksOn({ table, name, ...rule })) {
      const outcome = await outcomeOf(attack)
      const refused =
        attack.done === undefined
          ? typeof outcome === 'object' && RAISED.test(outcome.code ?? '')
          : outcome === 'nothing'
      const without = await outcomeOf(attack, lifted)
      const isBehind = BEHIND[name] !== undefined && JSON.stringify(without).includes(BEHIND[name])
      if (isBehind) behind.add(name)
      if (!refused || (without !== 'done' && !isBehind)) wrong.push([name, outcome, without])
    }
  }
  expect(wrong).toEqual([])
  expect([...behind].toSorted()).toEqual(Object.keys(BEHIND).toSorted())
})
