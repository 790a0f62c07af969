-- Backing in the books (decision 91). `reserve/yield` is the house's own money that is set apart and free for promises,
-- `reserve/committed` what is set apart for a promise that was made, `equity/set-apart` stands against both: an earmark
-- inside the house's own money, which nobody is owed. So in every transfer these three come to zero.

-- Adds to what a type lists. Where nothing is in the books yet the type is made anew: a restore fills them in the
-- transaction that has run the migrations, and until PostgreSQL 17 no value is used in the one that adds it to a type.
CREATE PROCEDURE add_kind(of text, added text) LANGUAGE plpgsql AS $$
DECLARE
  type_id constant oid := to_regtype(of);
  kinds constant text := (
    SELECT string_agg(quote_literal(enumlabel), ', ' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = type_id
  );
  functions text[];
  may text[];
  indexes text[];
  one text;
BEGIN
  IF EXISTS (SELECT FROM transfer) THEN
    EXECUTE format('ALTER TYPE %I ADD VALUE %L', of, added);
    RETURN;
  END IF;

  SELECT array_agg(pg_get_functiondef(made.oid)), array_agg(
    format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', made.oid::regprocedure)
    || coalesce((
      SELECT string_agg(format('; GRANT EXECUTE ON FUNCTION %s TO %I', made.oid::regprocedure, grantee::regrole), '')
      FROM aclexplode(made.proacl) WHERE grantee <> 0 AND grantee <> made.proowner
    ), ''))
  INTO functions, may
  FROM pg_proc AS made
  WHERE EXISTS (
    SELECT FROM unnest(coalesce(proallargtypes, proargtypes::oid[])) AS taken (type)
    WHERE type IN (type_id, (SELECT typarray FROM pg_type WHERE oid = type_id))
  );
  FOR one IN SELECT made.oid::regprocedure::text FROM pg_proc AS made
    WHERE EXISTS (
      SELECT FROM unnest(coalesce(proallargtypes, proargtypes::oid[])) AS taken (type)
      WHERE type IN (type_id, (SELECT typarray FROM pg_type WHERE oid = type_id))
    )
  LOOP EXECUTE 'DROP FUNCTION ' || one; END LOOP;
  SELECT array_agg(pg_get_indexdef(indexrelid)) INTO indexes
  FROM pg_index WHERE pg_get_expr(indpred, indrelid) LIKE '%::' || of || '%';
  FOR one IN SELECT indexrelid::regclass::text FROM pg_index WHERE pg_get_expr(indpred, indrelid) LIKE '%::' || of || '%'
  LOOP EXECUTE 'DROP INDEX ' || one; END LOOP;

  EXECUTE format('ALTER TYPE %I RENAME TO %I', of, of || '_was');
  EXECUTE format('CREATE TYPE %I AS ENUM (%s, %L)', of, kinds, added);
  FOR one IN SELECT format('ALTER TABLE %s ALTER COLUMN %I TYPE %I USING %I::text::%I', attrelid::regclass, attname, of, attname, of)
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid AND relkind = 'r' WHERE atttypid = type_id
  LOOP EXECUTE one; END LOOP;
  EXECUTE format('DROP TYPE %I', of || '_was');
  FOREACH one IN ARRAY coalesce(functions, '{}') || coalesce(may, '{}') || coalesce(indexes, '{}') LOOP EXECUTE one; END LOOP;
END $$;
REVOKE ALL ON PROCEDURE add_kind(text, text) FROM PUBLIC;
CALL add_kind('transfer_kind', 'reserve moved');
CALL add_kind('transfer_kind', 'set apart');
CALL add_kind('record_kind', 'reserve');

CREATE OR REPLACE FUNCTION account_name(kind text, owner_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN kind IN ('earnings', 'referral', 'bonus', 'invested', 'withdrawing') THEN 'investor/' || owner_id::text || '/' || kind
    WHEN kind IN ('custody', 'suspense') THEN kind || '/' || owner_id::text
    WHEN owner_id IS NOT NULL THEN NULL
    WHEN kind IN ('capital', 'adjustments') THEN 'equity/' || kind
    WHEN kind IN ('returns', 'fees') THEN 'income/' || kind
    WHEN kind = 'yield' THEN 'expense/yield'
    WHEN kind = 'referral expense' THEN 'expense/referral'
    WHEN kind = 'reserve' THEN 'reserve/yield'
    WHEN kind = 'committed' THEN 'reserve/committed'
    WHEN kind = 'set apart' THEN 'equity/set-apart'
  END
$$;

-- As in 0091, and: what is set apart never goes below zero either.
CREATE OR REPLACE FUNCTION account_opens_empty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.balance <> 0 OR NEW.version <> 0 THEN
    RAISE EXCEPTION 'account % must open empty', NEW.name USING ERRCODE = 'PLB06';
  END IF;
  IF NEW.side <> (CASE WHEN NEW.kind IN ('custody', 'yield', 'referral expense') THEN 1 ELSE -1 END) THEN
    RAISE EXCEPTION 'an account for % has the other side', NEW.kind USING ERRCODE = '23514', CONSTRAINT = 'account_side';
  END IF;
  IF (NEW.owner_id IS NOT NULL OR NEW.kind IN ('reserve', 'committed')) AND NEW.floor IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'an account of somebody may not go below zero' USING ERRCODE = '23514', CONSTRAINT = 'account_has_floor';
  END IF;
  RETURN NEW;
END $$;

SELECT ledger_open('[
  {"owner_id": null, "kind": "reserve", "side": -1, "floor": 0},
  {"owner_id": null, "kind": "committed", "side": -1, "floor": 0},
  {"owner_id": null, "kind": "set apart", "side": -1, "floor": null}
]', now());

-- The numbers of the three, which they keep for good, so that no posting looks for them.
DO $$
BEGIN
  EXECUTE format(
    'CREATE FUNCTION earmark_accounts() RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS %L',
    format('SELECT ARRAY[%s]', (
      SELECT string_agg(id::text, ', ' ORDER BY array_position('{reserve,committed,set apart}'::text[], kind))
      FROM account WHERE kind IN ('reserve', 'committed', 'set apart')
    )));
END $$;
GRANT EXECUTE ON FUNCTION earmark_accounts() TO plumb_app;

-- What is set apart for a promise: an investment's earnings to its end, a referral's bonus; micro-dollars. Of what was made
-- before nothing is; it is as the reserve grows.
ALTER TABLE investment ADD COLUMN set_apart bigint NOT NULL DEFAULT 0 CHECK (set_apart >= 0);
ALTER TABLE referral ADD COLUMN set_apart bigint NOT NULL DEFAULT 0 CHECK (set_apart >= 0);
GRANT UPDATE (set_apart) ON investment, referral TO plumb_app;
-- What of an earning was set apart for it before, micro-dollars; null where nothing was.
ALTER TABLE earning_share ADD COLUMN backed bigint CHECK (backed > 0 AND backed <= amount);

-- What has less set apart than it promises, the oldest first.
CREATE INDEX investment_uncovered ON investment (began_at, id)
  WHERE status = 'approved' AND set_apart < investment_earned(amount, daily_roi, duration * 86400::bigint);
CREATE INDEX referral_uncovered ON referral (created_at, id) WHERE status = 'pending' AND set_apart < amount;

-- As before, and: the three come to zero in every transfer.
DO $$
DECLARE
  was text := pg_get_functiondef('entries_continue'::regproc);
  is_now text := replace(was, 'sum(amount) <> 0 OR count(*) < 2 OR bool_or(amount = 0)',
    'sum(amount) <> 0 OR count(*) < 2 OR bool_or(amount = 0)
      OR coalesce(sum(amount) FILTER (WHERE account_id = ANY (public.earmark_accounts())), 0) <> 0');
BEGIN
  IF is_now = was THEN RAISE EXCEPTION 'entries_continue is another one'; END IF;
  EXECUTE is_now;
END $$;

-- As before, and: what was set apart for an earning moves with it.
DO $$
DECLARE
  was text := pg_get_functiondef('shares_follow'::regproc);
  is_now text := replace(was, 'sum(amount) AS total, count(*)', 'sum(amount) + coalesce(sum(backed), 0) AS total, count(*)');
BEGIN
  IF is_now = was THEN RAISE EXCEPTION 'shares_follow is another one'; END IF;
  EXECUTE is_now;
END $$;

-- As in 0098, and: `backed` says of each investment how much of what it has earned was set apart before; 0 where nothing was.
DROP FUNCTION post_earnings(uuid[], integer[], bigint[], text, timestamptz,
  uuid[], integer[], integer[], bigint[], bigint[], bigint[]);
CREATE FUNCTION post_earnings(
  investors uuid[], accounts integer[], keys bigint[], by_job text, at timestamptz,
  investments uuid[], places integer[], versions integer[], seconds_from bigint[], seconds_to bigint[], amounts bigint[],
  backed bigint[]
) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  house constant integer := (SELECT id FROM account WHERE kind = 'yield' AND owner_id IS NULL);
  committed constant integer := (earmark_accounts())[2];
  set_apart constant integer := (earmark_accounts())[3];
  transfers constant integer := cardinality(keys);
  totals bigint[];
  totals_backed bigint[];
  ascending integer[];
  is_backed boolean;
  line_transfers integer[];
  line_places integer[];
  line_amounts bigint[];
  posted bigint[];
  counted integer;
BEGIN
  IF transfers > 0 THEN
    SELECT array_agg(total ORDER BY place), array_agg(total_backed ORDER BY place) INTO totals, totals_backed
    FROM (
      SELECT place, sum(amount)::bigint AS total, sum(share.backed)::bigint AS total_backed
      FROM unnest(places, amounts, backed) AS share (place, amount, backed)
      WHERE place > 0 GROUP BY place
    ) AS due;
    is_backed := EXISTS (SELECT FROM unnest(totals_backed) AS one (total) WHERE total > 0);
    SELECT array_agg(id ORDER BY id) INTO ascending
    FROM unnest(house || accounts || CASE WHEN is_backed THEN ARRAY[committed, set_apart] END) AS named (id);
    IF is_backed THEN
      SELECT array_agg(place ORDER BY place, turn), array_agg(array_position(ascending, account) ORDER BY place, turn),
        array_agg(amount ORDER BY place, turn)
      INTO line_transfers, line_places, line_amounts
      FROM unnest(accounts) WITH ORDINALITY AS named (own, place)
      CROSS JOIN LATERAL (VALUES
        (1, house, totals[place]), (2, own, -totals[place]),
        (3, committed, totals_backed[place]), (4, set_apart, -totals_backed[place])
      ) AS line (turn, account, amount)
      WHERE amount <> 0;
    ELSE
      SELECT array_agg(place ORDER BY place, turn),
        array_agg(CASE turn WHEN 1 THEN array_position(ascending, house) ELSE rank + (account > house)::integer END ORDER BY place, turn),
        array_agg(CASE turn WHEN 1 THEN totals[place] ELSE -totals[place] END ORDER BY place, turn)
      INTO line_transfers, line_places, line_amounts
      FROM (
        SELECT place::integer, account, (rank() OVER (ORDER BY account))::integer AS rank
        FROM unnest(accounts) WITH ORDINALITY AS named (account, place)
      ) AS credited
      CROSS JOIN (VALUES (1), (2)) AS sides (turn);
    END IF;
    SELECT ids INTO posted FROM ledger_post(
      keys, array_fill('investment earned'::transfer_kind, ARRAY[transfers]), array_fill('user'::record_kind, ARRAY[transfers]),
      investors, array_fill(NULL::bigint, ARRAY[transfers]), array_fill(NULL::bigint, ARRAY[transfers]), NULL, NULL, by_job, at,
      ascending, line_transfers, line_places, line_amounts
    );
    INSERT INTO earning_share (investment_id, version, seconds_from, seconds_to, amount, transfer_id, backed)
    SELECT share.investment, share.version, share.first, share.last, share.amount, posted[share.place], nullif(share.backed, 0)
    FROM unnest(investments, places, versions, seconds_from, seconds_to, amounts, backed)
      AS share (investment, place, version, first, last, amount, backed)
    WHERE share.place > 0;
  END IF;

  UPDATE investment_earning AS earning SET earned_posted = earning.earned_posted + earned.amount, accrued_at = at
  FROM unnest(investments, amounts) AS earned (investment, amount)
  WHERE earning.investment_id = earned.investment AND earning.accrued_at < at;
  GET DIAGNOSTICS counted = ROW_COUNT;
  IF counted <> cardinality(investments) THEN
    RAISE EXCEPTION '% of % investments were counted up to % already, or do not run', cardinality(investments) - counted,
      cardinality(investments), at USING ERRCODE = 'PLB12';
  END IF;
END $$;
REVOKE ALL ON FUNCTION post_earnings(uuid[], integer[], bigint[], text, timestamptz,
  uuid[], integer[], integer[], bigint[], bigint[], bigint[], bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION post_earnings(uuid[], integer[], bigint[], text, timestamptz,
  uuid[], integer[], integer[], bigint[], bigint[], bigint[], bigint[]) TO plumb_app;

CALL refuse_wrong_books();
