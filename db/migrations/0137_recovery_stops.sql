-- Whoever takes their account back stops what a thief has asked for in it: while withdrawals are paused for a recovery, none
-- of them comes nearer to being paid, and the pause stays one for a recovery for as long as it lasts.
CREATE FUNCTION withdrawal_not_stopped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM public.app_user
    WHERE id = NEW.user_id AND withdrawals_paused_for = 'recovery' AND withdrawals_paused_until > public.database_now()
  ) THEN
    RAISE EXCEPTION 'withdrawal % is stopped: the account it was asked for in was taken back', NEW.id USING ERRCODE = 'PLB21';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawal_not_stopped BEFORE UPDATE ON withdrawal
  FOR EACH ROW WHEN (NEW.status IN ('approved', 'completed') AND OLD.status NOT IN ('completed', NEW.status))
  EXECUTE FUNCTION withdrawal_not_stopped();

DROP TRIGGER app_user_pause_only_longer ON app_user;
CREATE TRIGGER app_user_pause_only_longer BEFORE UPDATE ON app_user
  FOR EACH ROW WHEN (OLD.withdrawals_paused_until IS NOT NULL
    AND (NEW.withdrawals_paused_until IS NULL OR NEW.withdrawals_paused_until < OLD.withdrawals_paused_until
      OR (OLD.withdrawals_paused_for = 'recovery' AND NEW.withdrawals_paused_for IS DISTINCT FROM 'recovery'
        AND OLD.withdrawals_paused_until > database_now())))
  EXECUTE FUNCTION pause_only_longer();

-- What somebody has called an address goes with their account, also of an address that they had removed before.
DROP TRIGGER payout_address_only_forward ON payout_address;
CREATE TRIGGER payout_address_only_forward BEFORE UPDATE ON payout_address
  FOR EACH ROW WHEN ((OLD.confirmed_at IS NOT NULL AND NEW.confirmed_at IS DISTINCT FROM OLD.confirmed_at)
    OR (OLD.removed_at IS NOT NULL
      AND ((NEW.name IS NOT NULL AND NEW.name IS DISTINCT FROM OLD.name)
        OR (NEW.id, NEW.user_id, NEW.network, NEW.address, NEW.created_at, NEW.usable_at, NEW.confirmed_at, NEW.removed_at)
          IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.network, OLD.address, OLD.created_at, OLD.usable_at, OLD.confirmed_at,
            OLD.removed_at))))
  EXECUTE FUNCTION only_forward();
UPDATE payout_address SET name = NULL FROM app_user
  WHERE app_user.id = payout_address.user_id AND closed_at IS NOT NULL AND payout_address.name IS NOT NULL;

-- Proving a second factor gives a session another http-only half; the one before is good a little longer, for what was
-- under way.
ALTER TABLE session
  ADD COLUMN cookie_hash_before text,
  ADD COLUMN cookie_changed_at timestamptz,
  ADD CONSTRAINT session_half_changed CHECK ((cookie_hash_before IS NULL) = (cookie_changed_at IS NULL));
GRANT UPDATE (cookie_hash, cookie_hash_before, cookie_changed_at) ON session TO plumb_app;
