/** A house where very many investments run, laid down in SQL: for what measures or breaks off what is done with all of them. */
import type pg from 'pg'

const WALLET = '00000000-0000-7000-8000-0000000000aa'
const PLAN = '00000000-0000-7000-8000-0000000000bb'
/** Investments whose approval is posted in one call. */
const TOGETHER = 2_000

/** When they began, how long they last, what they bring a day (ten-thousandths of a percent) and what was invested, in SQL. */
type Terms = { began: string; duration: string; rate: string; amount: string }

/** All began so many days ago (UTC), within an hour. */
const beganAtOnce = (days: number): Terms => ({
  began: `date_trunc('day', now(), 'UTC') - interval '${days} days' + make_interval(secs => n % 3600)`,
  ...{ duration: '30', rate: '4000', amount: '100000000 + 7 * n' },
})

/** As in a house that has grown: dollars and cents, at any second of a month to a year, at rates that leave fractions or none. */
export const SPREAD: Terms = {
  began: `now() - make_interval(secs => abs(hashint4((4 * n + k)::integer)::bigint) % (86400 * duration))`,
  duration: `('{30,90,180,365}'::integer[])[1 + (n + k) % 4]`,
  rate: `('{4000,365,140}'::integer[])[1 + n % 3]`,
  amount: '100000000 + n % 5000 * 1000000::bigint + n % 100 * 10000',
}

/**
 * Lays down people with accounts, a plan, a wallet and two or three running investments each, which began so many days ago
 * (UTC), or as is said, and earned since. Their principal stands in the books. Answers how many run.
 */
export async function makeRunningInvestments(
  client: pg.Client,
  investors: number,
  terms: number | Terms = 1,
): Promise<number> {
  const { began, duration, rate, amount } = typeof terms === 'number' ? beganAtOnce(terms) : terms
  await client.query(`
    CREATE TEMP TABLE person AS SELECT n, gen_random_uuid() AS id FROM generate_series(1, ${investors}) AS n;
    UPDATE person SET id = overlay(id::text PLACING lpad(to_hex(n), 8, '0') FROM 1 FOR 8)::uuid;
    ALTER TABLE app_user DISABLE TRIGGER USER;
    INSERT INTO app_user (id, name, email, phone, country, password_hash, password_set_at, terms_version, terms_accepted_at, created_at)
    SELECT id, 'Person ' || n, 'person' || n || '@bench.test', '+1555' || lpad(n::text, 7, '0'), 'US', 'x', now(), 1, now(),
      now() - interval '40 days'
    FROM person;
    ALTER TABLE app_user ENABLE TRIGGER USER;
    INSERT INTO wallet (id, name, address, network, created_at) VALUES ('${WALLET}', 'Bitcoin', 'x', 'bitcoin', now());
    INSERT INTO account (owner_id, kind, side, floor, created_at) VALUES ('${WALLET}', 'custody', 1, 0, now()), ('${WALLET}', 'suspense', -1, 0, now());
    INSERT INTO account (owner_id, kind, side, floor, created_at)
    SELECT person.id, kind, -1, 0, now() FROM person, unnest('{earnings,invested,referral,bonus,withdrawing}'::text[]) AS kind ORDER BY n;
    INSERT INTO plan (id, name, description, min_amount, max_amount, durations, ref_bonus, daily_roi, created_at)
    VALUES ('${PLAN}', 'Steady', '', 1, 1000000000, '{30}', 0, 4000, now());
    ALTER TABLE investment DISABLE TRIGGER investment_begins;
    INSERT INTO investment (user_id, id, tranx_id, plan_id, wallet_id, source, status, amount, plan_name, duration, daily_roi,
      ref_bonus, wallet_name, wallet_address, network, created_at, expires_at, began_at)
    SELECT person.id, overlay(gen_random_uuid()::text PLACING lpad(to_hex(n * 4 + k), 8, '0') FROM 1 FOR 8)::uuid,
      gen_random_uuid()::text, '${PLAN}', '${WALLET}', 'payment', 'approved', ${amount}, 'Steady', duration, ${rate},
      0, 'Bitcoin', 'x', 'bitcoin', began, began, began
    FROM person, generate_series(0, 1 + n % 2) AS k, LATERAL (SELECT ${duration} AS duration) AS lasts,
      LATERAL (SELECT ${began} AS began) AS since
    ORDER BY n, k;
    ALTER TABLE investment ENABLE TRIGGER investment_begins;
    UPDATE investment_earning SET accrued_at = began_at
    FROM investment WHERE investment.id = investment_id;
    CREATE TEMP TABLE approved AS
    SELECT row_number() OVER (ORDER BY account.id, investment.id) AS n, investment.id, amount, account.id AS account
    FROM investment JOIN account ON owner_id = user_id AND kind = 'invested';
    CREATE INDEX ON approved (n);
    ANALYZE`)
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::integer AS count FROM approved')
  const count = rows[0]?.count ?? 0
  for (let from = 0; from < count; from += TOGETHER) {
    await client.query(POST_APPROVED, [from, from + TOGETHER])
    // what the planner learns is as in a house that has books
    if (from === 0) await client.query('ANALYZE transfer, entry, account')
  }
  await client.query('VACUUM ANALYZE')
  return count
}

const POST_APPROVED = `
  SELECT count(*) FROM (
    SELECT array_agg(transfer_key('investment/' || id || '/approved/0') ORDER BY n) AS keys, array_agg(id ORDER BY n) AS ids,
      array_agg(amount ORDER BY n) AS amounts, array_agg(account_place ORDER BY n) AS places, count(*)::integer AS count,
      (SELECT id FROM account WHERE kind = 'custody') || array_agg(DISTINCT account ORDER BY account) AS accounts
    FROM (
      SELECT *, (dense_rank() OVER (ORDER BY account) + 1)::integer AS account_place FROM approved WHERE n > $1 AND n <= $2
    ) AS chunk
  ) AS batch CROSS JOIN LATERAL ledger_post(
    keys, array_fill('investment approved'::transfer_kind, ARRAY[count]), array_fill('investment'::record_kind, ARRAY[count]), ids,
    array_fill(NULL::bigint, ARRAY[count]), array_fill(NULL::bigint, ARRAY[count]), NULL, NULL, 'fixture', now(), accounts,
    (SELECT array_agg((line + 1) / 2) FROM generate_series(1, 2 * count) AS line),
    (SELECT array_agg(CASE line % 2 WHEN 1 THEN 1 ELSE places[line / 2] END) FROM generate_series(1, 2 * count) AS line),
    (SELECT array_agg(CASE line % 2 WHEN 1 THEN amounts[(line + 1) / 2] ELSE -amounts[line / 2] END) FROM generate_series(1, 2 * count) AS line)
  )`
