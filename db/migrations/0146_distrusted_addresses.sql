-- What administrators have asked for on a withdrawal: its investor does not cancel what somebody says was paid, whether that
-- was decided in time or not.
CREATE INDEX approval_on_withdrawal ON approval (subject_id) WHERE kind = 'update withdrawal';

-- An address that a recovery took away, also where somebody had removed it from the book before: nothing is paid there, not
-- even what was approved. Whoever removes an address themselves leaves what was approved alone.
ALTER TABLE payout_address
  ADD COLUMN distrusted_at timestamptz,
  ADD CONSTRAINT payout_address_distrusted CHECK (distrusted_at IS NULL OR removed_at IS NOT NULL);
GRANT UPDATE (distrusted_at) ON payout_address TO plumb_app;

DROP TRIGGER payout_address_only_forward ON payout_address;
CREATE TRIGGER payout_address_only_forward BEFORE UPDATE ON payout_address
  FOR EACH ROW WHEN ((OLD.confirmed_at IS NOT NULL AND NEW.confirmed_at IS DISTINCT FROM OLD.confirmed_at)
    OR (OLD.distrusted_at IS NOT NULL AND NEW.distrusted_at IS DISTINCT FROM OLD.distrusted_at)
    OR (OLD.removed_at IS NOT NULL
      AND ((NEW.name IS NOT NULL AND NEW.name IS DISTINCT FROM OLD.name)
        OR (NEW.id, NEW.user_id, NEW.network, NEW.address, NEW.created_at, NEW.usable_at, NEW.confirmed_at, NEW.removed_at)
          IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.network, OLD.address, OLD.created_at, OLD.usable_at, OLD.confirmed_at,
            OLD.removed_at))))
  EXECUTE FUNCTION only_forward();

CREATE OR REPLACE FUNCTION payout_address_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM public.payout_address
    WHERE id = NEW.address_id AND CASE OLD.status WHEN 'approved' THEN distrusted_at IS NULL
      ELSE confirmed_at IS NOT NULL AND usable_at <= public.database_now() AND removed_at IS NULL END
  ) THEN
    RAISE EXCEPTION 'withdrawal % goes to an address that was not confirmed, has not settled or was removed', NEW.id
      USING ERRCODE = 'PLB21';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER payout_address_settled ON withdrawal;
CREATE TRIGGER payout_address_settled BEFORE UPDATE ON withdrawal
  FOR EACH ROW WHEN (NEW.address_id IS NOT NULL AND NEW.status IN ('approved', 'completed')
    AND OLD.status NOT IN ('completed', NEW.status))
  EXECUTE FUNCTION payout_address_settled();
