-- An account that gets its first second factor can be taken back for 72 hours by a link in the mail that says so: whoever
-- knows the password alone can add one, and shuts the owner out with it.
CREATE TABLE factor_take_back (
  token_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  -- what was confirmed from then on is set back with it: when it was added, or when the change of number was confirmed that
  -- could be taken back at that time
  since timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  good_until timestamptz NOT NULL,
  -- the account was taken back, by this link or by another one
  over_at timestamptz,
  CHECK (since BETWEEN created_at - interval '72 hours' AND created_at),
  CHECK (good_until > created_at AND good_until <= created_at + interval '72 hours')
);
CREATE INDEX factor_take_back_of_user ON factor_take_back (user_id, created_at);
GRANT SELECT, INSERT, DELETE ON factor_take_back TO plumb_app;
GRANT UPDATE (over_at) ON factor_take_back TO plumb_app;
CREATE TRIGGER factor_take_back_only_forward BEFORE UPDATE ON factor_take_back
  FOR EACH ROW WHEN (OLD.over_at IS NOT NULL) EXECUTE FUNCTION only_forward();
CREATE TRIGGER factor_take_back_begins AFTER INSERT ON factor_take_back
  FOR EACH ROW WHEN (NEW.over_at IS NOT NULL) EXECUTE FUNCTION begins_open();

-- It is of a first factor: nobody makes a link to an account that has had none, or has had one for long.
CREATE FUNCTION factor_take_back_of_first() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (
    SELECT FROM public.passkey WHERE user_id = NEW.user_id UNION ALL
    SELECT FROM public.authenticator WHERE user_id = NEW.user_id) AS factor) <> 1
  THEN
    RAISE EXCEPTION 'user % has not got a first factor now', NEW.user_id USING ERRCODE = 'PLB11';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER factor_take_back_of_first AFTER INSERT ON factor_take_back
  FOR EACH ROW EXECUTE FUNCTION factor_take_back_of_first();
