-- An investor may leave a running investment before its end. What it keeps then is said before anybody invests: what it
-- has earned at the plan's early rate, percent a day, which is 0 where nothing is said. The rate is copied into the
-- investment, as its other terms are, and never changes there; who invested before keeps nothing.
ALTER TABLE plan ADD COLUMN early_roi bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT plan_early_roi_check CHECK (early_roi BETWEEN 0 AND daily_roi);
GRANT UPDATE (early_roi) ON plan TO plumb_app;
ALTER TABLE investment ADD COLUMN early_roi bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT investment_early_roi_check CHECK (early_roi BETWEEN 0 AND daily_roi);
ALTER TABLE investment_terms ADD COLUMN early_roi bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION keep_investment_terms() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO investment_terms (investment_id, version, status, amount, daily_roi, early_roi, duration, began_at)
  VALUES (NEW.id, NEW.version, NEW.status, NEW.amount, NEW.daily_roi, NEW.early_roi, NEW.duration,
    CASE WHEN NEW.status IN ('approved', 'completed') THEN NEW.began_at END)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'investment % changes with its version: % has been', NEW.id, NEW.version USING ERRCODE = 'PLB12';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER investment_terms_kept ON investment;
CREATE TRIGGER investment_terms_kept
  AFTER INSERT OR UPDATE OF version, status, amount, daily_roi, early_roi, duration, began_at ON investment
  FOR EACH ROW EXECUTE FUNCTION keep_investment_terms();

-- What an investor was told that leaving comes to, and until when. All amounts are micro-dollars, as of `as_of`, and
-- nothing of it is changed or deleted: a new quote is a new row.
CREATE TABLE exit_quote (
  id uuid PRIMARY KEY,
  investment_id uuid NOT NULL REFERENCES investment (id),
  -- the investment's own, of which it is
  version integer NOT NULL,
  as_of timestamptz NOT NULL,
  good_until timestamptz NOT NULL CONSTRAINT exit_quote_holds CHECK (good_until > as_of),
  -- for which the investment had earned then
  seconds bigint NOT NULL,
  principal bigint NOT NULL,
  -- by its rate per day, and by its early rate
  earned bigint NOT NULL,
  early bigint NOT NULL,
  -- what the Earnings Wallet held, with all that running investments had earned
  wallet bigint NOT NULL,
  -- what of the earnings stays with the investor: the rest is taken back, where the wallet holds it
  kept bigint NOT NULL,
  CONSTRAINT exit_quote_kept CHECK (early BETWEEN 0 AND earned AND wallet >= 0 AND kept = earned - least(earned - early, wallet))
);
CREATE INDEX exit_quote_newest ON exit_quote (investment_id, as_of DESC);

-- A quote is what the records and the books come to at its second.
CREATE FUNCTION exit_quote_follows() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  one investment%ROWTYPE;
  ran bigint;
  held bigint;
BEGIN
  SELECT * INTO one FROM investment WHERE id = NEW.investment_id;
  ran := least(greatest(floor(date_part('epoch', NEW.as_of - one.began_at))::bigint, 0), one.duration * 86400::bigint);
  SELECT balance + coalesce((
    SELECT sum(investment_earned(amount, daily_roi,
      least(greatest(floor(date_part('epoch', NEW.as_of - began_at))::bigint, 0), duration * 86400::bigint)) - earned_posted)
    FROM investment JOIN investment_earning ON investment_id = investment.id
    WHERE investment.user_id = one.user_id AND status = 'approved'
  ), 0) INTO held FROM account WHERE kind = 'earnings' AND owner_id = one.user_id;
  IF one.status IS DISTINCT FROM 'approved' OR NEW.as_of > database_now() OR NEW.as_of < database_now() - interval '1 minute'
    OR (NEW.version, NEW.seconds, NEW.principal, NEW.earned, NEW.early, NEW.wallet) IS DISTINCT FROM (one.version, ran, one.amount,
      investment_earned(one.amount, one.daily_roi, ran), investment_earned(one.amount, one.early_roi, ran), greatest(held, 0))
  THEN
    RAISE EXCEPTION 'the quote % is not what leaving the investment % comes to', NEW.id, NEW.investment_id USING ERRCODE = 'PLB13';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER exit_quote_follows BEFORE INSERT ON exit_quote FOR EACH ROW EXECUTE FUNCTION exit_quote_follows();
CREATE TRIGGER exit_quote_append_only BEFORE UPDATE OR DELETE ON exit_quote FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER exit_quote_no_truncate BEFORE TRUNCATE ON exit_quote FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
GRANT SELECT, INSERT ON exit_quote TO plumb_app;

-- One that was left names the quote that it was left by, and the seconds for which it ran by it. It is completed for good.
ALTER TABLE investment ADD COLUMN exit_quote_id uuid, ADD COLUMN left_after bigint,
  ADD CONSTRAINT investment_left CHECK (CASE WHEN exit_quote_id IS NULL
    THEN left_after IS NULL AND (status <> 'completed' OR reason IS DISTINCT FROM 'left early')
    ELSE left_after IS NOT NULL AND status = 'completed' AND reason IS NOT DISTINCT FROM 'left early' END);
GRANT UPDATE (exit_quote_id, left_after) ON investment TO plumb_app;

CREATE FUNCTION investment_left_once() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.exit_quote_id IS NOT NULL THEN
    RAISE EXCEPTION 'investment % was left early and stays as it is', OLD.id USING ERRCODE = 'PLB11';
  END IF;
  IF NOT EXISTS (
    SELECT FROM exit_quote AS quote
    WHERE quote.id = NEW.exit_quote_id AND quote.investment_id = NEW.id AND quote.version = OLD.version
      AND quote.seconds = NEW.left_after AND quote.good_until > database_now() AND OLD.status = 'approved'
  ) THEN
    RAISE EXCEPTION 'investment % is left by no quote of its own that still holds', OLD.id USING ERRCODE = 'PLB13';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER investment_left_once BEFORE UPDATE ON investment
  FOR EACH ROW WHEN ((OLD.exit_quote_id, OLD.left_after, OLD.status, OLD.amount, OLD.began_at, OLD.completed_at)
    IS DISTINCT FROM (NEW.exit_quote_id, NEW.left_after, NEW.status, NEW.amount, NEW.began_at, NEW.completed_at)
    AND (OLD.exit_quote_id IS NOT NULL OR NEW.exit_quote_id IS NOT NULL))
  EXECUTE FUNCTION investment_left_once();

-- Principal that comes back is read by time, however it comes back. Not by the kind of transfer: a backup is brought back
-- in one transaction, in which an older server refuses a kind that is as new as that.
CREATE INDEX investment_left_at ON investment (completed_at) WHERE left_after IS NOT NULL;
