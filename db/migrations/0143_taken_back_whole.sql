-- While a change of e-mail address can be taken back, the old one is nobody else's: looked up by it.
CREATE INDEX contact_change_to_take_back ON contact_change (lower(old_value))
  WHERE kind = 'email' AND confirmed_at IS NOT NULL AND undone_at IS NULL;

-- An address settles no sooner than it was said to, and later where the account changed hands meanwhile.
GRANT UPDATE (usable_at) ON payout_address TO plumb_app;
CREATE TRIGGER payout_address_settles_later BEFORE UPDATE ON payout_address
  FOR EACH ROW WHEN (NEW.usable_at < OLD.usable_at OR (OLD.confirmed_at IS NOT NULL AND NEW.usable_at <> OLD.usable_at))
  EXECUTE FUNCTION only_forward();

-- Nothing goes to an address that was removed: while a withdrawal waits for it, only a recovery removes one.
CREATE OR REPLACE FUNCTION payout_address_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM public.payout_address
    WHERE id = NEW.address_id AND confirmed_at IS NOT NULL AND usable_at <= public.database_now() AND removed_at IS NULL
  ) THEN
    RAISE EXCEPTION 'withdrawal % goes to an address that was not confirmed, has not settled or was removed', NEW.id
      USING ERRCODE = 'PLB21';
  END IF;
  RETURN NEW;
END $$;

-- The link that takes a change back never works for longer than it was said to, and no longer where the address went back
-- to whom it had been taken from.
DROP TRIGGER contact_change_only_forward ON contact_change;
CREATE TRIGGER contact_change_only_forward BEFORE UPDATE ON contact_change
  FOR EACH ROW WHEN ((OLD.dropped_at IS NOT NULL OR OLD.undone_at IS NOT NULL OR OLD.confirmed_at IS NOT NULL)
    AND ((NEW.dropped_at, NEW.confirmed_at, NEW.undo_hash) IS DISTINCT FROM (OLD.dropped_at, OLD.confirmed_at, OLD.undo_hash)
      OR NEW.undo_until > OLD.undo_until OR (NEW.undo_until IS NULL) <> (OLD.undo_until IS NULL)
      OR (OLD.undone_at IS NOT NULL AND NEW.undone_at IS DISTINCT FROM OLD.undone_at)))
  EXECUTE FUNCTION only_forward();

-- What a provider still has to erase is asked for every minute.
CREATE INDEX identity_claim_to_erase ON identity_claim (provider, asked_at)
  WHERE provider IS NOT NULL AND erased_at IS NOT NULL;
