-- The app's login may write a user's e-mail address and number, since they change: only to what a change of contact details
-- has proved or given back, or when the account is closed. It may delete pictures, notifications and messages, since they
-- are erased with an account: only those of a closed one.
CREATE FUNCTION contact_by_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.email <> OLD.email AND NOT EXISTS (
    SELECT FROM contact_change WHERE user_id = NEW.id AND kind = 'email'
      AND ((confirmed_at IS NOT NULL AND undone_at IS NULL AND new_value = NEW.email AND old_value = OLD.email)
        OR (undone_at IS NOT NULL AND old_value = NEW.email)))
    OR (NEW.phone, NEW.country) <> (OLD.phone, OLD.country) AND NOT EXISTS (
    SELECT FROM contact_change WHERE user_id = NEW.id AND kind = 'phone'
      AND ((confirmed_at IS NOT NULL AND undone_at IS NULL AND new_value = NEW.phone AND new_country = NEW.country)
        OR (undone_at IS NOT NULL AND old_value = NEW.phone AND old_country = NEW.country)))
  THEN
    RAISE EXCEPTION 'nobody has proved this address or number' USING ERRCODE = 'PLB11';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER app_user_contact_by_proof BEFORE UPDATE ON app_user
  FOR EACH ROW WHEN ((NEW.email, NEW.phone, NEW.country) IS DISTINCT FROM (OLD.email, OLD.phone, OLD.country)
    AND (OLD.closed_at IS NOT NULL OR NEW.closed_at IS NULL))
  EXECUTE FUNCTION contact_by_proof();

CREATE FUNCTION erased_when_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app_user WHERE id = OLD.user_id AND closed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'this is erased when its account is closed' USING ERRCODE = 'PLB11';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER picture_erased_when_closed BEFORE DELETE ON picture
  FOR EACH ROW EXECUTE FUNCTION erased_when_closed();
CREATE TRIGGER notification_erased_when_closed BEFORE DELETE ON notification
  FOR EACH ROW EXECUTE FUNCTION erased_when_closed();

CREATE FUNCTION message_erased_when_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.delivered_at IS NULL AND OLD.given_up_at IS NULL)
    OR EXISTS (SELECT FROM app_user WHERE lower(email) = lower(OLD.receiver))
  THEN
    RAISE EXCEPTION 'a message is erased when its account is closed' USING ERRCODE = 'PLB11';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER message_erased_when_closed BEFORE DELETE ON message
  FOR EACH ROW EXECUTE FUNCTION message_erased_when_closed();
