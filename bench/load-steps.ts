/** The load fixture in SQL, set by set. Times go back two years from `load_now()`; dice fall the same way every time. */

export type Step = { what: string; sql: string }

const OWNER = `'00000000-0000-7000-8000-0000000000f0'::uuid`
/** the number of one more account */
const ACCOUNT = `nextval('account_number')::integer`

/**
 * What the steps are made with. `load_roll` and `load_share` are dice: the same for the same number and name. `load_id`
 * makes an id of version 7, so that ids sort by time. `load_earned` is the formula of `investments/rules.ts`.
 * `load_somebody` is the number of a user who had joined by then and whose identity is approved, early ones more often.
 */
export const FUNCTIONS = `
CREATE FUNCTION pg_temp.load_now() RETURNS timestamptz STABLE LANGUAGE sql AS $$ SELECT now FROM load_setting $$;
CREATE FUNCTION pg_temp.load_roll(n bigint, name text, below bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS $$
  SELECT (hashtextextended(name || n, 0) & 9223372036854775807) % below $$;
CREATE FUNCTION pg_temp.load_share(n bigint, name text) RETURNS float8 IMMUTABLE LANGUAGE sql AS $$
  SELECT (hashtextextended(name || n, 0) & 9223372036854775807) % 1000000 / 1000000.0 $$;
CREATE FUNCTION pg_temp.load_days(days float8) RETURNS interval IMMUTABLE LANGUAGE sql AS $$
  SELECT make_interval(secs => round((days * 86400)::numeric, 3)::float8) $$;
CREATE FUNCTION pg_temp.load_ms(at timestamptz) RETURNS timestamptz IMMUTABLE LANGUAGE sql AS $$
  SELECT date_trunc('milliseconds', at, 'UTC') $$;
CREATE FUNCTION pg_temp.load_id(at timestamptz, n bigint, name text) RETURNS uuid IMMUTABLE LANGUAGE sql AS $$
  SELECT overlay(overlay(md5(name || n)
    PLACING lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' FROM 1 FOR 13)
    PLACING '8' FROM 17 FOR 1)::uuid $$;
CREATE FUNCTION pg_temp.load_earned(amount bigint, daily_roi bigint, began timestamptz, by timestamptz) RETURNS bigint
IMMUTABLE LANGUAGE sql AS $$
  SELECT div(amount::numeric * daily_roi * greatest(floor(extract(epoch FROM by - began)), 0), 86400000000)::bigint $$;
CREATE FUNCTION pg_temp.load_wire(amount bigint) RETURNS text IMMUTABLE LANGUAGE sql AS $$
  SELECT amount / 1000000 || '.' || substr(lpad((amount % 1000000)::text, 6, '0'), 1, 2)
    || rtrim(substr(lpad((amount % 1000000)::text, 6, '0'), 3), '0') $$;
CREATE FUNCTION pg_temp.load_wire(at timestamptz) RETURNS text IMMUTABLE LANGUAGE sql AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
CREATE FUNCTION pg_temp.load_somebody(joined_by bigint, n bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS $$
  SELECT greatest(1, floor(power((hashtextextended('somebody' || n, 0) & 1048575) / 1048576.0, 1.5)
    * greatest(joined_by - 20, 1) / 10)::bigint * 10 + (hashtextextended('digit' || n, 0) & 9223372036854775807) % 7) $$;
`

export const PEOPLE: readonly Step[] = [
  {
    what: 'users thrown',
    sql: `CREATE TEMP TABLE load_user ON COMMIT DROP AS
      SELECT n, pg_temp.load_id(joined, n, 'user') AS id, joined, 'load-' || lpad(n::text, 6, '0') AS name,
        CASE WHEN n % 10 < 7 THEN 'approved' WHEN n % 100 < 72 THEN 'submitted'
          WHEN n % 100 < 75 THEN 'rejected' ELSE 'none' END AS kyc,
        CASE WHEN n % 10 IN (1, 3) AND n > 10
          THEN nullif(pg_temp.load_roll(n, 'inviter', n / 10) * 10 + pg_temp.load_roll(n, 'digit', 7), 0) END AS inviter,
        ${ACCOUNT} AS earnings, ${ACCOUNT} AS referral, ${ACCOUNT} AS bonus, ${ACCOUNT} AS invested, ${ACCOUNT} AS withdrawing
      FROM load_setting, generate_series(1, users) AS n,
        LATERAL (SELECT pg_temp.load_ms(now - pg_temp.load_days(720 * (1 - (n - 0.5) / users)::float8)) AS joined) AS moment;
      CREATE UNIQUE INDEX ON load_user (n); ANALYZE load_user`,
  },
  {
    what: 'owner',
    sql: `INSERT INTO app_user (id, name, email, phone, country, password_hash, password_set_at, roles,
        terms_version, terms_accepted_at, created_at)
      SELECT ${OWNER}, 'load-owner', 'load-owner@load.plumb.test', '', '', owner_hash, now, '{owner}', 'operator', first, first
      FROM load_setting, LATERAL (SELECT now - interval '721 days' AS first) AS moment`,
  },
  {
    what: 'users',
    sql: `INSERT INTO app_user (id, name, email, phone, country, password_hash, password_set_at, kyc, inviter_id,
        terms_version, terms_accepted_at, created_at)
      SELECT u.id, u.name, u.name || '@load.plumb.test', '+1202' || lpad((5550000 + u.n % 1000000)::text, 7, '0'),
        (ARRAY['US', 'DE', 'GB', 'FR', 'NG', 'BR', 'IN', 'JP'])[1 + u.n % 8], nobodys_hash, u.joined, u.kyc, inviter.id,
        '1', u.joined, u.joined
      FROM load_setting, load_user AS u LEFT JOIN load_user AS inviter ON inviter.n = u.inviter
      ORDER BY u.n`,
  },
  {
    what: 'registrations of the last 30 days',
    sql: `INSERT INTO registration (id, name, email, phone, country, password_hash, terms_version, terms_accepted_at,
        email_taken, bearer_hash, email_code_hash, phone_code_hash, codes_expire_at, created_at, completed_at)
      SELECT id, name, name || '@load.plumb.test', '+12025550100', 'US', nobodys_hash, '1', begun,
        false, 'load ' || id, 'load', 'load', begun + interval '10 minutes', begun, done
      FROM load_setting, LATERAL (
        SELECT id, name, joined - interval '2 minutes' AS begun, joined AS done FROM load_user
        WHERE joined > now - interval '29 days'
        UNION ALL
        SELECT pg_temp.load_id(joined, n, 'never verified'), 'load-x' || lpad(n::text, 6, '0'), joined, NULL FROM load_user
        WHERE joined > now - interval '29 days' AND n % 3 = 0
      ) AS person`,
  },
  {
    what: 'identity checks',
    sql: `INSERT INTO identity_check (id, user_id, state, reason, submitted_at, decided_at, decided_by)
      SELECT pg_temp.load_id(asked, n, 'check'), id, kyc, CASE kyc WHEN 'rejected' THEN 'The picture cannot be read.' END,
        asked, CASE WHEN kyc <> 'submitted' THEN asked + interval '1 second' END,
        CASE WHEN kyc <> 'submitted' THEN ${OWNER} END
      FROM load_user, LATERAL (SELECT joined + interval '3 seconds' AS asked) AS moment WHERE kyc <> 'none'`,
  },
  {
    what: 'wallets',
    sql: `CREATE TEMP TABLE load_wallet ON COMMIT DROP AS
      SELECT n, name, network, address, pg_temp.load_id(opened, n, 'wallet') AS id,
        ${ACCOUNT} AS custody, ${ACCOUNT} AS suspense, opened
      FROM (SELECT now - interval '721 days' AS opened FROM load_setting) AS moment, (VALUES
        (1, 'Load bitcoin', 'bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'),
        (2, 'Load ether', 'ethereum', '0x52908400098527886E0F7030069857D2E4169EE7'),
        (3, 'Load polygon', 'polygon', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'),
        (4, 'Load bnb', 'bnb smart chain', '0xde709f2102306220921060314715629080e2fb77')
      ) AS wallet (n, name, network, address);
      INSERT INTO wallet (id, name, address, network, created_at) SELECT id, name, address, network, opened FROM load_wallet`,
  },
  {
    what: 'plans',
    sql: `CREATE TEMP TABLE load_plan ON COMMIT DROP AS
      SELECT n, name, offers, daily_roi, pg_temp.load_id(opened, n, 'plan') AS id, opened
      FROM (SELECT now - interval '721 days' AS opened FROM load_setting) AS moment, (VALUES
        (1, 'Load short', '{7,14,30}'::integer[], 2000::bigint),
        (2, 'Load middle', '{60,90}'::integer[], 3000::bigint),
        (3, 'Load long', '{180}'::integer[], 4000::bigint)
      ) AS plan (n, name, offers, daily_roi);
      INSERT INTO plan (id, name, description, min_amount, max_amount, durations, ref_bonus, daily_roi, created_at)
      SELECT id, name, 'Made by the load fixture.', 100000000, 25000000000, offers, 50000, daily_roi, opened FROM load_plan`,
  },
  {
    what: 'accounts',
    sql: `INSERT INTO account (id, owner_id, kind, side, floor, created_at)
      SELECT account, owner, kind, -1, 0, at FROM (
        SELECT id AS owner, joined AS at, earnings, referral, bonus, invested, withdrawing FROM load_user
        UNION ALL
        SELECT ${OWNER}, now - interval '721 days', ${ACCOUNT}, ${ACCOUNT}, ${ACCOUNT}, ${ACCOUNT}, ${ACCOUNT} FROM load_setting
      ) AS u, LATERAL (VALUES (earnings, 'earnings'), (referral, 'referral'), (bonus, 'bonus'), (invested, 'invested'),
        (withdrawing, 'withdrawing')) AS own (account, kind)
      UNION ALL SELECT custody, id, 'custody', 1, 0, opened FROM load_wallet
      UNION ALL SELECT suspense, id, 'suspense', -1, 0, opened FROM load_wallet;
      ANALYZE account`,
  },
]

/**
 * Of each hundred investments 19 run (one of them reinvested, one from the bonus balance), 31 are completed, 2 pending,
 * 3 waiting for approval, 45 declined (one of those with money that came in). The second of each hundred is what the
 * first reinvests. All running ones have been accrued up to the last midnight (UTC), as the daily posting does.
 */
export const RECORDS: readonly Step[] = [
  {
    what: 'investments thrown',
    sql: `CREATE TEMP TABLE load_investment ON COMMIT DROP AS
      SELECT i, place, source, status, days, began,
        pg_temp.load_ms(CASE status
          WHEN 'pending' THEN now - pg_temp.load_days(0.9 * pg_temp.load_share(i, 'age'))
          WHEN 'waiting approval' THEN now - pg_temp.load_days(0.01 + 6 * pg_temp.load_share(i, 'age'))
          WHEN 'declined' THEN now - pg_temp.load_days(2 + 360 * pg_temp.load_share(i, 'age'))
          ELSE began - pg_temp.load_days(CASE source WHEN 'payment' THEN 0.02 + 0.8 * pg_temp.load_share(i, 'wait') ELSE 0 END)
        END) AS created,
        1000000 * (100 + (power(pg_temp.load_share(i, 'amount'), 4) * 24900)::bigint) AS amount,
        1 + pg_temp.load_roll(i, 'wallet', 4) AS wallet
      FROM (
        SELECT *, pg_temp.load_ms(CASE status
          WHEN 'approved' THEN now - pg_temp.load_days(0.002 + days * 0.95 * pg_temp.load_share(i, 'gone'))
          WHEN 'completed' THEN now - pg_temp.load_days(days + 0.05 + (364 - days) * pg_temp.load_share(i, 'gone'))
        END) AS began
        FROM (
          SELECT i, i % 100 AS place, now, (ARRAY[7, 14, 30, 30, 60, 90, 90, 180])[1 + pg_temp.load_roll(i, 'days', 8)] AS days,
            CASE i % 100 WHEN 0 THEN 'reinvest' WHEN 2 THEN 'bonus' ELSE 'payment' END AS source,
            CASE WHEN i % 100 = 1 THEN 'completed' WHEN i % 100 < 20 THEN 'approved' WHEN i % 100 < 50 THEN 'completed'
              WHEN i % 100 < 52 THEN 'pending' WHEN i % 100 < 55 THEN 'waiting approval' ELSE 'declined' END AS status
          FROM load_setting, generate_series(0, users * 3 - 1) AS i
        ) AS thrown
      ) AS dated;
      CREATE UNIQUE INDEX ON load_investment (i);
      UPDATE load_investment AS parent SET days = child.days, amount = child.amount, wallet = child.wallet,
        began = child.began - pg_temp.load_days(child.days + 0.05), created = child.began - pg_temp.load_days(child.days + 0.4)
      FROM load_investment AS child WHERE parent.place = 1 AND child.i = parent.i - 1;
      ANALYZE load_investment`,
  },
  {
    what: 'investments',
    sql: `ALTER TABLE load_investment RENAME TO load_thrown;
      CREATE TEMP TABLE load_investment ON COMMIT DROP AS
      SELECT i, place, source, status, days, began, created, amount, daily_roi, u.n, u.id AS user_id, u.inviter,
        u.earnings, u.bonus, u.invested, w.id AS wallet_id, w.custody, w.suspense,
        pg_temp.load_id(created, i, 'investment') AS id,
        pg_temp.load_id((SELECT parent.created FROM load_thrown AS parent WHERE parent.i = t.i + 1 AND t.place = 0), i + 1, 'investment') AS parent,
        done, accrued, CASE WHEN accrued IS NULL THEN 0 ELSE pg_temp.load_earned(amount, daily_roi, began, least(accrued, done)) END AS earned,
        CASE WHEN place = 99 THEN amount / 2 ELSE 0 END AS received,
        CASE status WHEN 'pending' THEN 0 WHEN 'completed' THEN 2 ELSE 1 END AS version,
        p.id AS plan_id, p.name AS plan_name, w.name AS wallet_name, w.address, w.network
      FROM load_setting, load_thrown AS t JOIN load_plan AS p ON t.days = ANY(p.offers)
        JOIN load_wallet AS w ON w.n = t.wallet,
        LATERAL (SELECT CASE WHEN status = 'completed' THEN began + make_interval(secs => days * 86400) END AS done) AS ended,
        LATERAL (SELECT CASE status WHEN 'completed' THEN done + interval '2 seconds'
          WHEN 'approved' THEN greatest(began, date_trunc('day', now, 'UTC')) END AS accrued) AS counted,
        LATERAL (SELECT i + CASE place WHEN 0 THEN 1 ELSE 0 END AS dice) AS thrown,
        LATERAL (SELECT pg_temp.load_somebody((users * (1 - extract(epoch FROM now - (created
          - pg_temp.load_days(CASE place WHEN 0 THEN days + 0.4 WHEN 2 THEN 2 ELSE 0 END))) / 86400 / 720))::bigint, dice) AS n) AS chosen
        JOIN load_user AS u ON u.n = chosen.n;
      CREATE UNIQUE INDEX ON load_investment (i); ANALYZE load_investment;
      INSERT INTO investment_earning (investment_id, investor_id, accrued_at, earned_posted)
      SELECT id, user_id, CASE WHEN status = 'approved' THEN accrued END, earned FROM load_investment ORDER BY created;
      INSERT INTO investment (user_id, id, tranx_id, plan_id, wallet_id, source, reinvests, status, reason, amount, plan_name,
        duration, daily_roi, ref_bonus, wallet_name, wallet_address, network, created_at, expires_at, began_at,
        completed_at, received, version)
      SELECT user_id, id, substr(md5('tranx' || i), 1, 22), plan_id, wallet_id, source, CASE place WHEN 0 THEN parent END, status,
        CASE WHEN status = 'declined' THEN 'Nothing has come in.' END, amount, plan_name,
        days, daily_roi, 50000, wallet_name, address, network, created, created + interval '1 day', began,
        CASE WHEN status = 'completed' THEN accrued END, received, version
      FROM load_investment ORDER BY created`,
  },
  {
    what: 'referrals',
    sql: `CREATE TEMP TABLE load_referral ON COMMIT DROP AS
      SELECT i, v.id AS investment_id, v.user_id AS invited_id, u.id AS inviter_id, u.referral, u.withdrawing, v.wallet_id, v.wallet_name, v.custody, v.network,
        pg_temp.load_id(began, i, 'made referral') AS id, began AS made, v.accrued, amount / 20 AS amount,
        CASE WHEN i % 20 < 2 THEN 'pending' WHEN i % 20 < 8 THEN 'declined' ELSE v.status END AS status,
        pg_temp.load_ms(least(began + pg_temp.load_days(0.05 + pg_temp.load_share(i, 'referral')), began + (now - began) * 0.9)) AS decided
      FROM load_setting, load_investment AS v JOIN load_user AS u ON u.n = v.inviter
      WHERE source = 'payment' AND status IN ('approved', 'completed');
      INSERT INTO referral (inviter_id, id, invited_id, investment_id, status, reason, ref_bonus, amount, created_at, version)
      SELECT inviter_id, id, invited_id, investment_id, status, CASE status WHEN 'declined' THEN 'The same person twice.' END,
        50000, amount, made, CASE status WHEN 'pending' THEN 0 WHEN 'completed' THEN 2 ELSE 1 END
      FROM load_referral ORDER BY made`,
  },
  {
    what: 'withdrawals',
    sql: `CREATE TEMP TABLE load_withdrawal ON COMMIT DROP AS
      SELECT i, source, user_id, from_account, withdrawing, wallet_id, wallet_name, custody, network, amount, status, asked,
        pg_temp.load_id(asked, i, 'withdrawal of ' || source) AS id,
        pg_temp.load_ms(asked + (now - asked) * 0.3 * pg_temp.load_share(i, 'decided')) AS decided,
        pg_temp.load_ms(asked + (now - asked) * (0.31 + 0.3 * pg_temp.load_share(i, 'paid'))) AS paid
      FROM load_setting, (
        SELECT i, source, user_id, from_account, withdrawing, wallet_id, wallet_name, custody, network, amount,
          CASE i / 100 % 20 WHEN 0 THEN 'pending' WHEN 1 THEN 'approved' WHEN 2 THEN 'declined' WHEN 3 THEN 'declined'
            WHEN 4 THEN 'declined' ELSE 'completed' END AS status,
          pg_temp.load_ms(CASE WHEN i / 100 % 20 < 2 THEN greatest(free, now - pg_temp.load_days(0.01 + 5 * pg_temp.load_share(i, 'asked')))
            ELSE free + (now - free) * 0.9 * pg_temp.load_share(i, 'asked') END) AS asked
        FROM load_setting, (
          SELECT i, 'investment' AS source, user_id, v.earnings AS from_account, u.withdrawing, wallet_id, wallet_name, custody, network,
            amount / 100 * (30 + pg_temp.load_roll(i, 'part', 71)) / 1000000 * 1000000 AS amount, accrued + interval '5 seconds' AS free
          FROM load_investment AS v JOIN load_user AS u USING (n) WHERE place BETWEEN 20 AND 30
          UNION ALL
          SELECT i, 'referral', inviter_id, referral, withdrawing, wallet_id, wallet_name, custody, network,
            amount, decided + interval '5 seconds'
          FROM load_referral WHERE status IN ('approved', 'completed') AND i % 4 = 0
        ) AS sources
      ) AS thrown;
      INSERT INTO withdrawal (user_id, id, source, status, reason, amount, wallet_id, wallet_name, wallet_address, txid,
        created_at, completed_at, version)
      SELECT user_id, id, source, status, CASE status WHEN 'declined' THEN 'The address was mistyped.' END, amount, wallet_id, wallet_name,
        CASE network WHEN 'bitcoin' THEN 'bc1q' || substr(md5('a' || i) || md5('b' || i), 1, 38)
          ELSE '0x' || substr(md5('a' || i) || md5('b' || i), 1, 40) END,
        CASE status WHEN 'completed' THEN md5(source || i) || md5('tx' || i) END, asked,
        CASE status WHEN 'completed' THEN paid END, CASE status WHEN 'pending' THEN 0 WHEN 'completed' THEN 2 ELSE 1 END
      FROM load_withdrawal ORDER BY asked`,
  },
]

/** What was decided about each record: postings name the lines of it. */
export const ACTS: readonly Step[] = [
  {
    what: 'acts thrown',
    sql: `CREATE TEMP TABLE load_thrown_act ON COMMIT DROP AS
      WITH fact AS (
        SELECT i, id, user_id, source, status, created, began, accrued, amount,
          jsonb_build_object('amount', pg_temp.load_wire(amount), 'date', pg_temp.load_wire(created)) AS saved,
          jsonb_build_object('amount', pg_temp.load_wire(amount), 'date', pg_temp.load_wire(coalesce(began, created))) AS run
        FROM load_investment
      ), payout AS (
        SELECT *, jsonb_build_object('amount', pg_temp.load_wire(amount), 'date', pg_temp.load_wire(asked), 'txid', NULL) AS fact FROM load_withdrawal
      ), bonus AS (
        SELECT *, jsonb_build_object('amount', pg_temp.load_wire(amount), 'held_status', NULL, 'reason', NULL) AS fact FROM load_referral
      )
      SELECT created AS at, user_id AS actor_id, NULL AS job, CASE source WHEN 'reinvest' THEN 'reinvest investment' ELSE 'save investment' END AS action,
        'investment' AS kind, id, NULL AS before, saved AS fact, NULL AS was,
        CASE source WHEN 'payment' THEN 'pending' ELSE 'approved' END AS becomes, NULL AS reason FROM fact
      UNION ALL
      SELECT created + interval '5 minutes', user_id, NULL, 'verify investment', 'investment', id, saved, saved, 'pending', 'waiting approval', NULL
      FROM fact WHERE status = 'waiting approval'
      UNION ALL
      SELECT began, ${OWNER}, NULL, 'approve investment', 'investment', id, saved, run, 'pending', 'approved', NULL
      FROM fact WHERE status IN ('approved', 'completed') AND source = 'payment'
      UNION ALL
      SELECT accrued, NULL, 'maturity', 'complete investment', 'investment', id, run, run, 'approved', 'completed', NULL
      FROM fact WHERE status = 'completed'
      UNION ALL
      SELECT created + interval '1 day', ${OWNER}, NULL, 'decline investment', 'investment', id, saved, saved, 'pending', 'declined', 'Nothing has come in.'
      FROM fact WHERE status = 'declined'
      UNION ALL
      SELECT asked, user_id, NULL, 'request withdrawal', 'withdrawal', id, NULL, fact, NULL, 'pending', NULL FROM payout
      UNION ALL
      SELECT decided, ${OWNER}, NULL, 'approve withdrawal', 'withdrawal', id, fact, fact, 'pending', 'approved', NULL
      FROM payout WHERE status IN ('approved', 'completed')
      UNION ALL
      SELECT paid, ${OWNER}, NULL, 'update withdrawal', 'withdrawal', id, fact, fact, 'approved', 'completed', NULL
      FROM payout WHERE status = 'completed'
      UNION ALL
      SELECT decided, ${OWNER}, NULL, 'decline withdrawal', 'withdrawal', id, fact, fact, 'pending', 'declined', 'The address was mistyped.'
      FROM payout WHERE status = 'declined'
      UNION ALL
      SELECT made, ${OWNER}, NULL, 'make referral', 'referral', id, NULL, fact, NULL, 'pending', NULL FROM bonus
      UNION ALL
      SELECT decided, ${OWNER}, NULL, 'approve referral', 'referral', id, fact, fact, 'pending', 'approved', NULL
      FROM bonus WHERE status IN ('approved', 'completed')
      UNION ALL
      SELECT greatest(accrued, decided), NULL, 'maturity', 'follow investment', 'referral', id, fact, fact, 'approved', 'completed', NULL
      FROM bonus WHERE status = 'completed'
      UNION ALL
      SELECT decided, ${OWNER}, NULL, 'decline referral', 'referral', id, fact, fact, 'pending', 'declined', 'The same person twice.'
      FROM bonus WHERE status = 'declined'
      UNION ALL
      SELECT joined, id, NULL, 'open account', 'user', id, NULL, jsonb_build_object('name', name), NULL, NULL, NULL FROM load_user
      UNION ALL
      SELECT began - interval '1 second', ${OWNER}, NULL, 'top up user', 'user', user_id, NULL,
        jsonb_build_object('account', 'bonus', 'amount', pg_temp.load_wire(amount)), NULL, NULL, 'A welcome.'
      FROM fact WHERE source = 'bonus'
      UNION ALL
      SELECT opened, ${OWNER}, NULL, 'funds recorded', 'wallet', id, NULL,
        jsonb_build_object('account', 'capital', 'direction', 'in', 'amount', pg_temp.load_wire(100000000::bigint * users)), NULL, NULL, 'Our own.'
      FROM load_setting, load_wallet;
      CREATE TEMP TABLE load_act ON COMMIT DROP AS
      SELECT *, pg_temp.load_id(at, place, 'act') AS act_id
      FROM (SELECT *, row_number() OVER (ORDER BY at, id) AS place FROM load_thrown_act) AS numbered;
      CREATE INDEX ON load_act (id, at); ANALYZE load_act`,
  },
]

/** Every transfer has one debit and one credit. They are numbered in the order of time. */
export const POSTINGS: readonly Step[] = [
  {
    what: 'postings of the records',
    sql: `CREATE TEMP TABLE load_posting ON COMMIT DROP AS
      SELECT opened AS at, 0 AS turn, 'funds in' AS kind, 'wallet' AS reference_kind, id AS reference_id,
        'wallet/' || id || '/funds/load' AS key, ${OWNER} AS actor_id, NULL AS job, custody AS debit,
        (SELECT id FROM account WHERE name = 'equity/capital') AS credit, 100000000 * users AS amount
      FROM load_setting, load_wallet
      UNION ALL
      SELECT began - interval '1 second', 0, 'top up', 'user', user_id, 'user/' || user_id || '/adjustment/' || id, ${OWNER}, NULL,
        (SELECT id FROM account WHERE name = 'equity/adjustments'), bonus, amount
      FROM load_investment WHERE source = 'bonus'
      UNION ALL
      SELECT began, 1, 'investment approved', 'investment', id, 'investment/' || id || '/approved/1',
        CASE source WHEN 'payment' THEN ${OWNER} ELSE user_id END, NULL,
        CASE source WHEN 'payment' THEN custody WHEN 'bonus' THEN bonus ELSE earnings END, invested, amount
      FROM load_investment WHERE status IN ('approved', 'completed')
      UNION ALL
      SELECT accrued, 2, 'investment earned', 'investment', id, 'investment/' || id || '/earned/1/' || earned, NULL,
        CASE status WHEN 'completed' THEN 'maturity' ELSE 'accrual' END,
        (SELECT id FROM account WHERE name = 'expense/yield'), earnings, earned
      FROM load_investment WHERE earned > 0
      UNION ALL
      SELECT accrued, 3, 'investment completed', 'investment', id, 'investment/' || id || '/completed/2', NULL, 'maturity',
        invested, earnings, amount
      FROM load_investment WHERE status = 'completed'
      UNION ALL
      SELECT created + interval '1 day', 4, 'investment received', 'investment', id, 'investment/' || id || '/received/1', ${OWNER}, NULL,
        custody, suspense, received
      FROM load_investment WHERE received > 0
      UNION ALL
      SELECT decided, 5, 'referral bonus', 'referral', id, 'referral/' || id || '/approve/1', ${OWNER}, NULL,
        (SELECT id FROM account WHERE name = 'expense/referral'), referral, amount
      FROM load_referral WHERE status IN ('approved', 'completed')
      UNION ALL
      SELECT asked, 6, 'withdrawal held', 'withdrawal', id, 'withdrawal/' || id || '/held', user_id, NULL, from_account, withdrawing, amount
      FROM load_withdrawal
      UNION ALL
      SELECT decided, 7, 'withdrawal given back', 'withdrawal', id, 'withdrawal/' || id || '/given-back/1', ${OWNER}, NULL,
        withdrawing, from_account, amount
      FROM load_withdrawal WHERE status = 'declined'
      UNION ALL
      SELECT paid, 8, 'withdrawal paid', 'withdrawal', id, 'withdrawal/' || id || '/correction/2', ${OWNER}, NULL, withdrawing, custody, amount
      FROM load_withdrawal WHERE status = 'completed'`,
  },
  {
    // What is missing to ten entries for each user: some running ones had their earnings posted a day before as well.
    what: 'postings of the day before',
    sql: `CREATE TEMP TABLE load_earlier ON COMMIT DROP AS
      SELECT id, earnings, earned, before, pg_temp.load_earned(amount, daily_roi, began, before) AS part
      FROM load_setting, LATERAL (SELECT date_trunc('day', now, 'UTC') - interval '1 day' AS before) AS moment, load_investment
      WHERE status = 'approved' AND began < before - interval '1 hour'
      ORDER BY i LIMIT (SELECT greatest(users * 5 - (SELECT count(*) FROM load_posting), 0) FROM load_setting);
      UPDATE load_posting SET amount = earned - part FROM load_earlier WHERE turn = 2 AND reference_id = id;
      INSERT INTO load_posting
      SELECT before, 2, 'investment earned', 'investment', id, 'investment/' || id || '/earned/1/' || part, NULL, 'accrual',
        (SELECT id FROM account WHERE name = 'expense/yield'), earnings, part
      FROM load_earlier`,
  },
  {
    what: 'transfers',
    sql: `CREATE TEMP TABLE load_transfer ON COMMIT DROP AS
      SELECT numbered.*, place AS id, (
        SELECT act_id FROM load_act AS act
        WHERE act.id = numbered.reference_id AND act.at = numbered.at AND act.actor_id = numbered.actor_id LIMIT 1
      ) AS act_id
      FROM (SELECT *, row_number() OVER (ORDER BY at, turn, key) AS place FROM load_posting) AS numbered;
      CREATE UNIQUE INDEX ON load_transfer (place); ANALYZE load_transfer;
      SELECT setval('transfer_number', max(place)) FROM load_transfer`,
  },
]

/** Posts those after one place up to another as `ledger_post` does, in one statement, so that every trigger sees them. */
export function transfersBetween(after: number, to: number): string {
  return `WITH batch AS MATERIALIZED (SELECT * FROM load_transfer WHERE place > ${after} AND place <= ${to}),
    written AS (
      INSERT INTO transfer (id, key, kind, reference_kind, reference_id, actor_id, job, act_id, effective_at, created_at)
      SELECT id, transfer_key(key), kind::transfer_kind, reference_kind::record_kind, reference_id, actor_id, job, act_id, at, at
      FROM batch ORDER BY place
    )
    INSERT INTO entry (account_id, sequence, transfer_id, amount, balance_after)
    SELECT account.id, version + row_number() OVER chain, line.transfer_id, line.amount,
      (balance + side * sum(line.amount) OVER chain)::bigint
    FROM (
      SELECT place, id AS transfer_id, debit AS account_id, amount FROM batch
      UNION ALL SELECT place, id, credit, -amount FROM batch
    ) AS line JOIN account ON account.id = line.account_id
    WINDOW chain AS (PARTITION BY account.id ORDER BY place)`
}

/** What was decided is written down. */
export const TRACES: readonly Step[] = [
  {
    what: 'lines of the audit log',
    sql: `INSERT INTO audit_entry (id, at, actor_id, job, address, action, subject_kind, subject_id, before, after, reason)
      SELECT act_id, at, actor_id, job, CASE WHEN actor_id IS NOT NULL THEN '198.51.100.' || place % 250 END, action, kind, id,
        before || jsonb_build_object('status', was),
        CASE WHEN becomes IS NULL THEN fact ELSE fact || jsonb_build_object('status', becomes) END, reason
      FROM load_act ORDER BY at`,
  },
  {
    what: 'shares of earnings',
    sql: `INSERT INTO earning_share (investment_id, version, seconds_from, seconds_to, amount, transfer_id)
      SELECT made.reference_id, version, lag(seconds, 1, 0) OVER (PARTITION BY made.reference_id ORDER BY made.place),
        seconds, made.amount, made.id
      FROM load_transfer AS made JOIN load_investment AS of ON of.id = made.reference_id, LATERAL (
        SELECT least(floor(extract(epoch FROM made.at - began)), days * 86400)::bigint AS seconds
      ) AS passed
      WHERE turn = 2 ORDER BY made.place`,
  },
  {
    what: 'decisions',
    sql: `INSERT INTO decision (id, subject_kind, subject_id, from_status, to_status, actor_id, job, reason, decided_at)
      SELECT pg_temp.load_id(at, place, 'decision'), kind, id, was, becomes, actor_id, job, reason, at
      FROM load_act WHERE becomes IS NOT NULL ORDER BY at`,
  },
]
