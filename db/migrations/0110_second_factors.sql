-- What proves who somebody is besides the password: passkeys, authenticator apps and recovery codes.

-- A passkey: the public half of a key that a device keeps. Whoever copies it can prove nothing by it.
CREATE TABLE passkey (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  name text NOT NULL CHECK (name <> ''),
  -- as the authenticator names it; base64url
  credential_id text NOT NULL UNIQUE CHECK (credential_id <> ''),
  -- COSE
  public_key bytea NOT NULL,
  -- how often it was used, as the authenticator counts; one that stands still at 0 does not count
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL,
  -- what the authenticator calls its owner; random, base64url
  user_handle text NOT NULL,
  -- may be copied to the owner's other devices, and is
  backup_eligible boolean NOT NULL,
  backed_up boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  CHECK (backup_eligible OR NOT backed_up)
);
CREATE INDEX passkey_of ON passkey (user_id);

-- An authenticator app. Its secret is sealed with the pepper, for this row alone.
CREATE TABLE authenticator (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  name text NOT NULL CHECK (name <> ''),
  secret text NOT NULL CHECK (secret LIKE 'sealed/%'),
  -- of the newest code that was taken, in steps of 30 seconds since 1970: it and all before it are used up
  last_step bigint NOT NULL CHECK (last_step >= 0),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX authenticator_of ON authenticator (user_id);

-- Ten codes for when the factor is lost, each good once, hashed with the pepper.
CREATE TABLE recovery_code (
  user_id uuid NOT NULL REFERENCES app_user (id),
  code_hash text NOT NULL,
  made_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- What was asked of a session and is answered once, within minutes. The newest of a purpose counts.
CREATE TABLE factor_challenge (
  session_id uuid NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('add passkey', 'add authenticator', 'step up')),
  -- what a passkey has to sign; base64url
  challenge text,
  user_handle text,
  -- of the authenticator app that is being added, sealed
  secret text CHECK (secret LIKE 'sealed/%'),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (session_id, purpose),
  CHECK ((purpose = 'add authenticator') = (secret IS NOT NULL)),
  CHECK ((purpose = 'add authenticator') = (challenge IS NULL)),
  CHECK ((purpose = 'add passkey') = (user_handle IS NOT NULL))
);

-- The same for somebody who signs in by a passkey: the browser has the token in a cookie.
CREATE TABLE sign_in_challenge (
  token_hash text PRIMARY KEY,
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_challenge_expires ON sign_in_challenge (expires_at);

-- Somebody whose password was right and whose second factor is awaited; the browser has the token in a cookie.
CREATE TABLE sign_in_attempt (
  token_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  -- whether the session is to live longer
  remember boolean NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_attempt_expires ON sign_in_attempt (expires_at);

-- When somebody last proved a second factor in this session.
ALTER TABLE session ADD COLUMN stepped_up_at timestamptz;

-- Which kinds a user has. The gate reads it with every call, so it stands with the user; the tables keep it right.
ALTER TABLE app_user ADD COLUMN factors text[] NOT NULL DEFAULT '{}'
  CHECK (factors <@ ARRAY['passkey', 'authenticator', 'recovery code']);

CREATE FUNCTION keep_factors() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  owner_id uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
  has text[];
BEGIN
  -- Of two changes at once the second sees what the first has done.
  PERFORM FROM app_user WHERE id = owner_id FOR NO KEY UPDATE;
  has := array_remove(ARRAY[
    CASE WHEN EXISTS (SELECT FROM passkey WHERE user_id = owner_id) THEN 'passkey' END,
    CASE WHEN EXISTS (SELECT FROM authenticator WHERE user_id = owner_id) THEN 'authenticator' END], NULL);
  -- Recovery codes stand in for a factor. They are none.
  IF has <> '{}' AND EXISTS (SELECT FROM recovery_code WHERE user_id = owner_id AND used_at IS NULL) THEN
    has := has || 'recovery code'::text;
  END IF;
  UPDATE app_user SET factors = has WHERE id = owner_id AND factors IS DISTINCT FROM has;
  RETURN NULL;
END $$;
CREATE TRIGGER passkey_kept AFTER INSERT OR DELETE ON passkey FOR EACH ROW EXECUTE FUNCTION keep_factors();
CREATE TRIGGER authenticator_kept AFTER INSERT OR DELETE ON authenticator FOR EACH ROW EXECUTE FUNCTION keep_factors();
CREATE TRIGGER recovery_code_kept AFTER INSERT OR DELETE OR UPDATE OF used_at ON recovery_code
  FOR EACH ROW EXECUTE FUNCTION keep_factors();

-- A code that was used stays used, and what counts up does not count down.
CREATE TRIGGER recovery_code_only_forward BEFORE UPDATE ON recovery_code
  FOR EACH ROW WHEN (OLD.used_at IS NOT NULL AND NEW.used_at IS DISTINCT FROM OLD.used_at)
  EXECUTE FUNCTION only_forward();
CREATE TRIGGER authenticator_only_forward BEFORE UPDATE ON authenticator
  FOR EACH ROW WHEN (NEW.last_step < OLD.last_step) EXECUTE FUNCTION only_forward();
CREATE TRIGGER passkey_only_forward BEFORE UPDATE ON passkey
  FOR EACH ROW WHEN (NEW.counter < OLD.counter) EXECUTE FUNCTION only_forward();

GRANT SELECT, INSERT, DELETE ON passkey, authenticator, recovery_code, sign_in_challenge, sign_in_attempt TO plumb_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON factor_challenge TO plumb_app;
GRANT UPDATE (name, counter, backed_up, last_used_at) ON passkey TO plumb_app;
GRANT UPDATE (name, last_step, last_used_at) ON authenticator TO plumb_app;
GRANT UPDATE (used_at) ON recovery_code TO plumb_app;
GRANT UPDATE (stepped_up_at) ON session TO plumb_app;
