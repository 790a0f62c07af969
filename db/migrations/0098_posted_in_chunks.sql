-- What an insert of many transfers costs depends on them alone. Where the planner took the table for a small one, this
-- look-up became a hash of all entries, made anew for each statement; a scalar sub-select never does. So it is with the
-- look-up of transfers in 0100. Nothing else of the trigger changes.
DO $$
BEGIN
  EXECUTE replace(pg_get_functiondef('transfer_is_whole'::regproc),
    'NOT EXISTS (SELECT FROM public.entry WHERE entry.transfer_id = made.id)
  ) THEN',
    '(SELECT 1 FROM public.entry WHERE entry.transfer_id = made.id LIMIT 1) IS NULL
  ) THEN');
END $$;

-- Posts what investments of several investors have earned by a moment: a transfer for each investor, the shares of it, and
-- up to when they were counted. What they have earned was worked out by the caller, who holds the locks on the investors.
-- `investors`, `accounts` (their Earnings Wallets) and `keys` say one transfer each; `investments` and what follows one
-- investment each: the place of its investor, from 1, or 0 where it has earned nothing, and micro-dollars.
-- PLB12 some of it was counted up to that moment already, or is of an investment that does not run.
CREATE FUNCTION post_earnings(
  investors uuid[], accounts integer[], keys bigint[], by_job text, at timestamptz,
  investments uuid[], places integer[], versions integer[], seconds_from bigint[], seconds_to bigint[], amounts bigint[]
) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  house constant integer := (SELECT id FROM account WHERE kind = 'yield' AND owner_id IS NULL);
  transfers constant integer := cardinality(keys);
  totals bigint[];
  ascending integer[];
  house_place integer;
  line_transfers integer[];
  line_places integer[];
  line_amounts bigint[];
  posted bigint[];
  counted integer;
BEGIN
  IF transfers > 0 THEN
    SELECT array_agg(total ORDER BY place) INTO totals
    FROM (
      SELECT place, sum(amount)::bigint AS total FROM unnest(places, amounts) AS share (place, amount)
      WHERE place > 0 GROUP BY place
    ) AS due;
    SELECT array_agg(id ORDER BY id) INTO ascending FROM unnest(house || accounts) AS named (id);
    house_place := array_position(ascending, house);
    SELECT array_agg(place ORDER BY place, turn),
      array_agg(CASE turn WHEN 1 THEN house_place ELSE rank + (account > house)::integer END ORDER BY place, turn),
      array_agg(CASE turn WHEN 1 THEN totals[place] ELSE -totals[place] END ORDER BY place, turn)
    INTO line_transfers, line_places, line_amounts
    FROM (
      SELECT place::integer, account, (rank() OVER (ORDER BY account))::integer AS rank
      FROM unnest(accounts) WITH ORDINALITY AS named (account, place)
    ) AS credited
    CROSS JOIN (VALUES (1), (2)) AS sides (turn);
    SELECT ids INTO posted FROM ledger_post(
      keys, array_fill('investment earned'::transfer_kind, ARRAY[transfers]), array_fill('user'::record_kind, ARRAY[transfers]),
      investors, array_fill(NULL::bigint, ARRAY[transfers]), array_fill(NULL::bigint, ARRAY[transfers]), NULL, NULL, by_job, at,
      ascending, line_transfers, line_places, line_amounts
    );
    INSERT INTO earning_share (investment_id, version, seconds_from, seconds_to, amount, transfer_id)
    SELECT share.investment, share.version, share.first, share.last, share.amount, posted[share.place]
    FROM unnest(investments, places, versions, seconds_from, seconds_to, amounts)
      AS share (investment, place, version, first, last, amount)
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
  uuid[], integer[], integer[], bigint[], bigint[], bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION post_earnings(uuid[], integer[], bigint[], text, timestamptz,
  uuid[], integer[], integer[], bigint[], bigint[], bigint[]) TO plumb_app;
