-- Somebody who knows their password and has lost their second factors and recovery codes asks an administrator for help.
-- Then 72 hours pass, in which the owner of the account can stop it by a link in a mail. The newest alone goes on.
CREATE TABLE factor_help (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'waiting', 'done', 'refused', 'stopped', 'ended')),
  -- how they can be reached; nobody needs it once the request is over
  note text CHECK (note <> ''),
  asked_at timestamptz NOT NULL,
  -- of the links that stop it: the one that was mailed at once, and the one of when the wait began
  asked_hash text NOT NULL UNIQUE,
  started_hash text UNIQUE,
  -- who has begun the wait, or refused it
  decided_by uuid REFERENCES app_user (id),
  started_at timestamptz,
  ends_at timestamptz,
  over_at timestamptz,
  CONSTRAINT factor_help_over CHECK ((over_at IS NULL) = (state IN ('open', 'waiting'))),
  CONSTRAINT factor_help_forgotten CHECK (over_at IS NULL OR note IS NULL),
  CONSTRAINT factor_help_wait CHECK ((started_at IS NULL) = (ends_at IS NULL) AND ends_at >= started_at + interval '72 hours'),
  CONSTRAINT factor_help_started CHECK (
    CASE state WHEN 'open' THEN started_at IS NULL WHEN 'waiting' THEN started_at IS NOT NULL
      WHEN 'done' THEN started_at IS NOT NULL ELSE true END
  ),
  CONSTRAINT factor_help_decided CHECK (
    decided_by IS NOT NULL OR (started_at IS NULL AND started_hash IS NULL AND state <> 'refused')
  ),
  CONSTRAINT factor_help_by_another CHECK (decided_by <> user_id)
);
CREATE UNIQUE INDEX factor_help_once ON factor_help (user_id) WHERE over_at IS NULL;
CREATE INDEX factor_help_of ON factor_help (user_id, asked_at);
CREATE INDEX factor_help_due ON factor_help (ends_at) WHERE state = 'waiting';
CREATE INDEX factor_help_going ON factor_help (asked_at, id) WHERE over_at IS NULL;

-- It goes forward alone. When the wait ends is written by the database, from its own clock and once, so nobody shortens it;
-- and only when that moment has come is anything done.
CREATE FUNCTION factor_help_forward() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := date_trunc('milliseconds', public.database_now());
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'open' THEN
      RAISE EXCEPTION 'a request for help begins open' USING ERRCODE = 'PLB11';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.state = 'open' AND NEW.state = 'waiting' THEN
    NEW.started_at := moment;
    NEW.ends_at := moment + interval '72 hours';
  ELSIF (NEW.started_at, NEW.ends_at, NEW.started_hash) IS DISTINCT FROM (OLD.started_at, OLD.ends_at, OLD.started_hash) THEN
    RAISE EXCEPTION 'the wait of request % stays as it is', OLD.id USING ERRCODE = 'PLB11';
  END IF;
  IF OLD.over_at IS NOT NULL AND NEW IS DISTINCT FROM OLD
    OR (NEW.id, NEW.user_id, NEW.asked_at, NEW.asked_hash) IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.asked_at, OLD.asked_hash)
    OR OLD.state = 'waiting' AND NEW.state = 'open'
    OR NEW.state = 'done' AND (OLD.state <> 'waiting' OR OLD.ends_at > moment)
  THEN
    RAISE EXCEPTION 'request % for help does not go there', OLD.id USING ERRCODE = 'PLB11';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER factor_help_forward BEFORE INSERT OR UPDATE ON factor_help
  FOR EACH ROW EXECUTE FUNCTION factor_help_forward();

GRANT SELECT, INSERT ON factor_help TO plumb_app;
GRANT UPDATE (state, note, started_hash, decided_by, over_at) ON factor_help TO plumb_app;
