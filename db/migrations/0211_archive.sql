-- Everything that is a person's, made for them as one file and kept for a day (decision 108). It is sealed like the pictures
-- of identity checks, some of which it has: with a key of its own, which the person's key opens.
CREATE TABLE archive (
  id uuid PRIMARY KEY,
  -- one for each person: whoever asks for another lets go of the one before
  user_id uuid NOT NULL CONSTRAINT archive_user UNIQUE REFERENCES app_user (id),
  asked_at timestamptz NOT NULL,
  state text NOT NULL CONSTRAINT archive_state CHECK (state IN ('making', 'ready', 'failed')),
  sealed_key bytea NOT NULL,
  -- how many of its parts are done
  step smallint NOT NULL CONSTRAINT archive_step CHECK (step >= 0),
  -- whose turn it is to make it, and until when nobody else takes it up; how often it was taken up
  claim_id uuid,
  claimed_until timestamptz,
  tries smallint NOT NULL CONSTRAINT archive_tries CHECK (tries >= 0),
  -- the moment that all of it is of, how large it is, and whether what was handed in for identity checks is in it
  made_at timestamptz,
  bytes bigint CONSTRAINT archive_bytes CHECK (bytes > 0),
  holds_identity boolean,
  -- from when on nobody has it any more
  over_at timestamptz NOT NULL,
  CONSTRAINT archive_made CHECK ((state = 'ready') = (made_at IS NOT NULL) AND (made_at IS NULL) = (bytes IS NULL)
    AND (made_at IS NULL) = (holds_identity IS NULL)),
  CONSTRAINT archive_claim CHECK ((claim_id IS NULL) = (claimed_until IS NULL) AND (claim_id IS NULL OR state = 'making')),
  CONSTRAINT archive_kept CHECK (over_at <= coalesce(made_at, asked_at) + interval '24 hours')
);
CREATE INDEX archive_making ON archive (asked_at) WHERE state = 'making';
CREATE INDEX archive_over ON archive (over_at);
GRANT SELECT, INSERT, DELETE ON archive TO plumb_app;
GRANT UPDATE (state, step, claim_id, claimed_until, tries, made_at, bytes, holds_identity, over_at) ON archive TO plumb_app;

-- The file, piece after piece, each sealed. Pieces of a try that was broken off are of another claim, and count for nothing.
CREATE TABLE archive_piece (
  archive_id uuid NOT NULL REFERENCES archive (id) ON DELETE CASCADE,
  claim_id uuid NOT NULL,
  number integer NOT NULL CHECK (number >= 0),
  sealed bytea NOT NULL,
  PRIMARY KEY (archive_id, claim_id, number)
);
ALTER TABLE archive_piece ALTER COLUMN sealed SET STORAGE EXTERNAL;
GRANT SELECT, INSERT, DELETE ON archive_piece TO plumb_app;

-- Whose sign-in is blocked, or whose account is closed, has none, whatever verb it was done by.
CREATE FUNCTION archive_let_go() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM archive WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER archive_let_go AFTER UPDATE OF blocked_at, closed_at ON app_user FOR EACH ROW
  WHEN (NEW.blocked_at IS NOT NULL OR NEW.closed_at IS NOT NULL) EXECUTE FUNCTION archive_let_go();
