-- Whoever has just got hold of an account takes no money out of it: for a while after the password was reset, or the
-- e-mail, the phone or a second factor was changed, nothing can be asked for. A pause only ever becomes longer.
ALTER TABLE app_user
  ADD COLUMN withdrawals_paused_until timestamptz,
  ADD COLUMN withdrawals_paused_for text
    CONSTRAINT app_user_paused_for CHECK (withdrawals_paused_for IN (
      'password reset', 'e-mail changed', 'phone changed', 'second factor changed', 'recovery'
    )),
  ADD CONSTRAINT app_user_paused_why CHECK ((withdrawals_paused_until IS NULL) = (withdrawals_paused_for IS NULL));
GRANT UPDATE (withdrawals_paused_until, withdrawals_paused_for) ON app_user TO plumb_app;

CREATE FUNCTION pause_only_longer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a pause of withdrawals only becomes longer' USING ERRCODE = 'PLB11';
END $$;
CREATE TRIGGER app_user_pause_only_longer BEFORE UPDATE ON app_user
  FOR EACH ROW WHEN (OLD.withdrawals_paused_until IS NOT NULL
    AND (NEW.withdrawals_paused_until IS NULL OR NEW.withdrawals_paused_until < OLD.withdrawals_paused_until))
  EXECUTE FUNCTION pause_only_longer();
