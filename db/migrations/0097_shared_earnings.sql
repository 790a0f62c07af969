-- A day's earnings of an investor are one transfer, which belongs to the investor; what each investment has of it are its
-- shares. One that belongs to an investment, as every one did before, has the one share.
CREATE OR REPLACE FUNCTION shares_follow() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  wrong record;
BEGIN
  -- Each row is looked up by its key, however few rows the planner takes the tables to have: nothing here is a join.
  SELECT made.* INTO wrong
  FROM made
  WHERE (
      SELECT began_at IS NOT NULL AND made.seconds_to <= duration * 86400::bigint AND made.amount =
        investment_earned(terms.amount, daily_roi, made.seconds_to) - investment_earned(terms.amount, daily_roi, made.seconds_from)
      FROM investment_terms AS terms
      WHERE terms.investment_id = made.investment_id AND terms.version = made.version
    ) IS NOT TRUE
    OR EXISTS (
      SELECT FROM earning_share AS other
      WHERE other.investment_id = made.investment_id AND other.version = made.version
        AND other.seconds_to > made.seconds_from AND other.seconds_from < made.seconds_to AND other.seconds_to <> made.seconds_to
    )
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'investment % has not earned % in seconds % to % by its terms of version %, or has had it',
      wrong.investment_id, wrong.amount, wrong.seconds_from, wrong.seconds_to, wrong.version USING ERRCODE = 'PLB12';
  END IF;

  SELECT made.transfer_id INTO wrong FROM made
  WHERE (
    SELECT kind = 'investment earned' AND reference_id = CASE reference_kind
      WHEN 'investment' THEN made.investment_id
      WHEN 'user' THEN (SELECT investor_id FROM investment_earning AS earning WHERE earning.investment_id = made.investment_id)
    END
    FROM transfer WHERE transfer.id = made.transfer_id
  ) IS NOT TRUE
  LIMIT 1;
  IF NOT FOUND THEN
    SELECT share.transfer_id INTO wrong
    FROM (SELECT transfer_id, sum(amount) AS total, count(*) AS now_made FROM made GROUP BY transfer_id) AS share
    WHERE total IS DISTINCT FROM (SELECT sum(entry.amount) FROM entry WHERE entry.transfer_id = share.transfer_id AND entry.amount > 0)
      OR now_made <> (SELECT count(*) FROM earning_share WHERE earning_share.transfer_id = share.transfer_id)
    LIMIT 1;
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION 'the shares of transfer % are not what it has credited', wrong.transfer_id USING ERRCODE = 'PLB12';
  END IF;
  RETURN NULL;
END $$;
