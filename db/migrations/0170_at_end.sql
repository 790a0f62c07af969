-- What an investment does at its end, as its owner has chosen while it runs: its principal to the Earnings Wallet, the
-- principal invested again, or the principal and what it has earned. Those from before do what they always did.
ALTER TABLE investment
  ADD COLUMN at_end text NOT NULL DEFAULT 'to wallet',
  ADD CONSTRAINT investment_at_end CHECK (at_end IN ('to wallet', 'reinvest principal', 'reinvest all')),
  -- earnings of bonus credit can be withdrawn, and bonus credit cannot: they are not put together
  ADD CONSTRAINT investment_at_end_of_bonus CHECK (at_end <> 'reinvest all' OR source <> 'bonus');

-- What is funded by a balance may come from a completed one: of bonus credit it is bonus credit again.
ALTER TABLE investment DROP CONSTRAINT investment_check2,
  ADD CONSTRAINT investment_reinvests CHECK (
    CASE source WHEN 'payment' THEN reinvests IS NULL WHEN 'reinvest' THEN reinvests IS NOT NULL ELSE true END
  );

GRANT UPDATE (at_end) ON investment TO plumb_app;

-- Whoever comes by the app's login cannot say afterwards that something else was chosen than what was done.
CREATE FUNCTION at_end_is_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'investment % does not run: what it does at its end is not chosen any more', NEW.id USING ERRCODE = 'PLB11';
END $$;
CREATE TRIGGER investment_at_end_stays BEFORE UPDATE OF at_end ON investment
  FOR EACH ROW WHEN (NEW.at_end <> OLD.at_end AND OLD.status <> 'approved')
  EXECUTE FUNCTION at_end_is_over();
