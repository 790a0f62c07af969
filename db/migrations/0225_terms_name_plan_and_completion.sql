-- The record of a plan counts its investments, and whether each was completed in time: which plan an investment is on, and
-- when it was completed, are kept with its terms as the rest is. Of versions that are past, the moment is not known.
-- In the order in which whoever changes an investment takes them.
LOCK TABLE investment, investment_terms IN ACCESS EXCLUSIVE MODE;
ALTER TABLE investment_terms ADD COLUMN plan_id uuid, ADD COLUMN completed_at timestamptz;
ALTER TABLE investment_terms DISABLE TRIGGER investment_terms_append_only;
UPDATE investment_terms AS terms SET plan_id = investment.plan_id,
  completed_at = CASE WHEN investment.version = terms.version THEN investment.completed_at END
FROM investment WHERE investment.id = terms.investment_id;
ALTER TABLE investment_terms ENABLE TRIGGER investment_terms_append_only;
ALTER TABLE investment_terms ALTER COLUMN plan_id SET NOT NULL;

CREATE OR REPLACE FUNCTION keep_investment_terms() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO investment_terms (investment_id, version, plan_id, status, amount, daily_roi, early_roi, duration, began_at, completed_at)
  VALUES (NEW.id, NEW.version, NEW.plan_id, NEW.status, NEW.amount, NEW.daily_roi, NEW.early_roi, NEW.duration,
    CASE WHEN NEW.status IN ('approved', 'completed') THEN NEW.began_at END, NEW.completed_at)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'investment % changes with its version: % has been', NEW.id, NEW.version USING ERRCODE = 'PLB12';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER investment_terms_kept ON investment;
CREATE TRIGGER investment_terms_kept
  AFTER INSERT OR UPDATE OF version, plan_id, status, amount, daily_roi, early_roi, duration, began_at, completed_at ON investment
  FOR EACH ROW EXECUTE FUNCTION keep_investment_terms();
