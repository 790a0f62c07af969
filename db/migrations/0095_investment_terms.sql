-- What an investment earns by is kept for good: each version of it, from the first. Its own trigger writes them, so
-- whatever changes an amount, a date, a rate or a state leaves what stood before.
CREATE TABLE investment_terms (
  investment_id uuid NOT NULL,
  -- the investment's own, from which they stood
  version integer NOT NULL,
  status text NOT NULL,
  amount bigint NOT NULL,
  daily_roi bigint NOT NULL,
  duration integer NOT NULL,
  -- from when it earns; null in a state in which it doesn't
  began_at timestamptz,
  PRIMARY KEY (investment_id, version),
  CHECK (began_at IS NOT NULL OR status NOT IN ('approved', 'completed'))
);

-- What a transfer of earnings has credited of which investment, and by which terms: `earned` of investments/rules.ts up
-- to one second, less that up to another.
CREATE TABLE earning_share (
  investment_id uuid NOT NULL,
  version integer NOT NULL,
  -- whole seconds since it began
  seconds_from bigint NOT NULL CHECK (seconds_from >= 0),
  seconds_to bigint NOT NULL CHECK (seconds_to > seconds_from),
  -- micro-dollars
  amount bigint NOT NULL CHECK (amount > 0),
  transfer_id bigint NOT NULL,
  PRIMARY KEY (investment_id, version, seconds_to)
);
CREATE INDEX earning_share_transfer ON earning_share (transfer_id);

-- Which versions there were is known where each left a line in the audit log, the lines follow one another, and the last
-- says what the investment is. `at` is when a version began; null where only the present one is known.
CREATE TEMP TABLE known_version ON COMMIT DROP AS
WITH line AS (
  SELECT subject_id, at, after ->> 'status' AS status, ((after ->> 'amount')::numeric * 1000000)::bigint AS amount,
    (after ->> 'date')::timestamptz AS date, row_number() OVER written - 1 AS version, count(*) OVER (PARTITION BY subject_id) AS lines,
    (before ->> 'status', before ->> 'amount', before ->> 'date') IS NOT DISTINCT FROM
      (lag(after ->> 'status') OVER written, lag(after ->> 'amount') OVER written, lag(after ->> 'date') OVER written) AS follows
  FROM audit_entry
  WHERE subject_kind = 'investment' AND action <> 'use suspense' AND after ?& '{status,amount,date}'
  WINDOW written AS (PARTITION BY subject_id ORDER BY at, id)
), certain AS (
  SELECT line.subject_id
  FROM line JOIN investment ON investment.id = line.subject_id
  GROUP BY line.subject_id
  HAVING bool_and(follows) AND bool_and(lines = investment.version + 1)
    AND bool_or(line.version = investment.version AND line.status = investment.status AND line.amount = investment.amount
      AND line.date = date_trunc('milliseconds', CASE WHEN investment.status IN ('approved', 'completed') THEN began_at ELSE investment.created_at END))
)
SELECT subject_id AS investment_id, version::integer, at, status, amount, date FROM line JOIN certain USING (subject_id);

INSERT INTO investment_terms (investment_id, version, status, amount, daily_roi, duration, began_at)
SELECT id, version, status, amount, daily_roi, duration, CASE WHEN status IN ('approved', 'completed') THEN began_at END
FROM investment
UNION ALL
SELECT id, known.version, known.status, known.amount, daily_roi, duration,
  CASE WHEN known.status IN ('approved', 'completed') THEN known.date END
FROM known_version AS known JOIN investment ON investment.id = known.investment_id
WHERE known.version < investment.version;

-- Earnings that are posted already follow from the version that stood when they were, or from the present one: where that
-- gives them to the micro-dollar. Of the others nothing is said.
CREATE TEMP TABLE posted_earning ON COMMIT DROP AS
SELECT transfer.id, transfer.reference_id AS investment_id, transfer.effective_at,
  (SELECT sum(entry.amount) FROM entry WHERE entry.transfer_id = transfer.id AND entry.amount > 0)::bigint AS amount,
  lag(transfer.effective_at) OVER (PARTITION BY transfer.reference_id ORDER BY transfer.effective_at, transfer.id) AS posted_before
FROM transfer WHERE kind = 'investment earned' AND reference_kind = 'investment';

INSERT INTO earning_share (investment_id, version, seconds_from, seconds_to, amount, transfer_id)
SELECT DISTINCT ON (found.id) found.investment_id, found.version, seconds_from, seconds_to, found.amount, found.id
FROM (
  SELECT posted.*, known.version, greatest(posted_before, known.at) AS counted, 1 AS turn
  FROM posted_earning AS posted CROSS JOIN LATERAL (
    SELECT version, at FROM known_version AS known
    WHERE known.investment_id = posted.investment_id AND known.at < posted.effective_at ORDER BY known.version DESC LIMIT 1
  ) AS known
  UNION ALL
  SELECT posted.*, investment.version, (
    SELECT max(effective_at) FROM transfer AS earlier
    WHERE earlier.reference_id = posted.investment_id AND earlier.effective_at < posted.effective_at
  ), 2
  FROM posted_earning AS posted JOIN investment ON investment.id = posted.investment_id
) AS found
JOIN investment_terms AS terms ON terms.investment_id = found.investment_id AND terms.version = found.version
CROSS JOIN LATERAL (
  SELECT least(greatest(floor(date_part('epoch', coalesce(counted, began_at) - began_at))::bigint, 0), duration * 86400::bigint) AS seconds_from,
    least(greatest(floor(date_part('epoch', effective_at - began_at))::bigint, 0), duration * 86400::bigint) AS seconds_to
) AS passed
WHERE seconds_to > seconds_from
  AND found.amount = investment_earned(terms.amount, daily_roi, seconds_to) - investment_earned(terms.amount, daily_roi, seconds_from)
ORDER BY found.id, turn
ON CONFLICT DO NOTHING;

CREATE FUNCTION keep_investment_terms() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO investment_terms (investment_id, version, status, amount, daily_roi, duration, began_at)
  VALUES (NEW.id, NEW.version, NEW.status, NEW.amount, NEW.daily_roi, NEW.duration,
    CASE WHEN NEW.status IN ('approved', 'completed') THEN NEW.began_at END)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'investment % changes with its version: % has been', NEW.id, NEW.version USING ERRCODE = 'PLB12';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER investment_terms_kept
  AFTER INSERT OR UPDATE OF version, status, amount, daily_roi, duration, began_at ON investment
  FOR EACH ROW EXECUTE FUNCTION keep_investment_terms();

-- A share is what its terms come to, credits no second a second time, and comes with all others of its transfer, which
-- are what that has credited to the investor.
CREATE FUNCTION shares_follow() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  wrong record;
BEGIN
  SELECT made.* INTO wrong
  FROM made LEFT JOIN investment_terms AS terms ON terms.investment_id = made.investment_id AND terms.version = made.version
  WHERE made.amount IS DISTINCT FROM
      investment_earned(terms.amount, daily_roi, seconds_to) - investment_earned(terms.amount, daily_roi, seconds_from)
    OR seconds_to > duration * 86400::bigint OR began_at IS NULL
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

  SELECT share.transfer_id INTO wrong
  FROM (
    SELECT transfer_id, sum(amount) AS total, count(*) AS now_made, min(investment_id::text)::uuid AS one, max(investment_id::text)::uuid AS other
    FROM made GROUP BY transfer_id
  ) AS share
  WHERE total IS DISTINCT FROM (SELECT sum(entry.amount) FROM entry WHERE entry.transfer_id = share.transfer_id AND entry.amount > 0)
    OR now_made <> (SELECT count(*) FROM earning_share WHERE earning_share.transfer_id = share.transfer_id)
    OR NOT EXISTS (
      SELECT FROM transfer
      WHERE transfer.id = share.transfer_id AND kind = 'investment earned' AND reference_kind = 'investment'
        AND reference_id = one AND reference_id = other
    )
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the shares of transfer % are not what it has credited', wrong.transfer_id USING ERRCODE = 'PLB12';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER shares_follow AFTER INSERT ON earning_share
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION shares_follow();

CREATE TRIGGER investment_terms_append_only BEFORE UPDATE OR DELETE ON investment_terms FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER investment_terms_no_truncate BEFORE TRUNCATE ON investment_terms FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER earning_share_append_only BEFORE UPDATE OR DELETE ON earning_share FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER earning_share_no_truncate BEFORE TRUNCATE ON earning_share FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();

GRANT SELECT ON investment_terms TO plumb_app;
GRANT SELECT, INSERT ON earning_share TO plumb_app;
