-- What changes of an investment every day is in a narrow table of its own, a row for each: so the daily posting leaves
-- the investment, its fourteen indexes and all that is read of it alone.
CREATE TABLE investment_earning (
  investment_id uuid PRIMARY KEY,
  investor_id uuid NOT NULL,
  -- up to when earnings were counted; null unless it runs
  accrued_at timestamptz,
  -- earnings posted to the Earnings Wallet so far
  earned_posted bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 60);
INSERT INTO investment_earning (investment_id, investor_id, accrued_at, earned_posted)
SELECT id, user_id, CASE WHEN status = 'approved' THEN accrued_at END, earned_posted FROM investment ORDER BY user_id, id;

-- with the columns went the index and the check over them
ALTER TABLE investment DROP COLUMN accrued_at, DROP COLUMN earned_posted;
ALTER TABLE investment ADD CONSTRAINT investment_began CHECK (status NOT IN ('approved', 'completed') OR began_at IS NOT NULL);
CREATE INDEX investment_accruing ON investment_earning (accrued_at, investor_id) WHERE accrued_at IS NOT NULL;

CREATE FUNCTION make_investment_earning() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO investment_earning (investment_id, investor_id) VALUES (NEW.id, NEW.user_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER investment_earning_made AFTER INSERT ON investment FOR EACH ROW EXECUTE FUNCTION make_investment_earning();

GRANT SELECT, INSERT ON investment_earning TO plumb_app;
GRANT UPDATE (accrued_at, earned_posted) ON investment_earning TO plumb_app;
