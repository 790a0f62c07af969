-- What somebody hands in to prove who they are. Everything of it that names a person is sealed in the program, with a key
-- for each person that is wrapped by a master key from outside the database: a copy of the database opens none of it.

-- The master keys by their fingerprints. One of them wraps what is new; a rotation brings another and removes the old one,
-- which the reference of document_key refuses for as long as anything is wrapped with it.
CREATE TABLE document_master (
  id text PRIMARY KEY,
  in_force boolean UNIQUE CHECK (in_force),
  made_at timestamptz NOT NULL
);

CREATE TABLE document_key (
  user_id uuid PRIMARY KEY REFERENCES app_user (id),
  master text NOT NULL REFERENCES document_master (id),
  wrapped bytea NOT NULL,
  made_at timestamptz NOT NULL
);
CREATE INDEX document_key_master ON document_key (master);

-- What one identity check goes by. It begins as a draft; submitted, it has the id of its identity_check.
CREATE TABLE identity_claim (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  begun_at timestamptz NOT NULL,
  -- since when it serves nothing: a draft's last change, or its rejection; null while it waits and once it is approved
  over_at timestamptz,
  -- name, birth date, nationality, address and document, sealed
  details bytea,
  -- of the document's country, kind and number, with the pepper
  number_hash text,
  -- a day, as ISO 8601 writes it
  expires_on text CHECK (expires_on ~ '^\d{4}-\d\d-\d\d$'),
  -- what the person writes on the paper that they hold in their picture
  word text,
  word_given_at timestamptz,
  flags text[] NOT NULL DEFAULT '{}',
  submitted_at timestamptz,
  erased_at timestamptz
);
CREATE UNIQUE INDEX identity_claim_draft ON identity_claim (user_id) WHERE submitted_at IS NULL;
CREATE INDEX identity_claim_user ON identity_claim (user_id);
CREATE INDEX identity_claim_number ON identity_claim (number_hash) WHERE number_hash IS NOT NULL;
CREATE INDEX identity_claim_over ON identity_claim (over_at) WHERE over_at IS NOT NULL;

CREATE TABLE sealed_document (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  claim_id uuid NOT NULL REFERENCES identity_claim (id),
  kind text NOT NULL CHECK (kind IN ('front', 'back', 'face')),
  sealed bytea NOT NULL,
  -- of the file as it was sent, with the pepper
  sent_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (claim_id, kind)
);
CREATE INDEX sealed_document_sent ON sealed_document (sent_hash);
-- It does not get smaller by being compressed.
ALTER TABLE sealed_document ALTER COLUMN sealed SET STORAGE EXTERNAL;

-- How a check was decided, beside the reason in words; and until when the document is good that was approved.
ALTER TABLE identity_check ADD COLUMN reason_code text, ADD COLUMN checklist jsonb;
ALTER TABLE app_user ADD COLUMN identity_expires_on text CHECK (identity_expires_on ~ '^\d{4}-\d\d-\d\d$'),
  ADD COLUMN identity_asked_at timestamptz;
CREATE INDEX app_user_identity_expires ON app_user (identity_expires_on)
  WHERE identity_expires_on IS NOT NULL AND identity_asked_at IS NULL;

DROP TRIGGER identity_check_only_forward ON identity_check;
CREATE TRIGGER identity_check_only_forward BEFORE UPDATE ON identity_check
  FOR EACH ROW WHEN (OLD.state <> 'submitted' AND
    (NEW.state, NEW.decided_by, NEW.decided_at, NEW.reason, NEW.reason_code, NEW.checklist)
    IS DISTINCT FROM (OLD.state, OLD.decided_by, OLD.decided_at, OLD.reason, OLD.reason_code, OLD.checklist))
  EXECUTE FUNCTION only_forward();

-- What was handed in is looked at as it was handed in: afterwards it is only erased.
CREATE TRIGGER identity_claim_only_forward BEFORE UPDATE ON identity_claim
  FOR EACH ROW WHEN (OLD.submitted_at IS NOT NULL AND
    ((NEW.submitted_at, NEW.word, NEW.word_given_at, NEW.flags)
      IS DISTINCT FROM (OLD.submitted_at, OLD.word, OLD.word_given_at, OLD.flags)
    OR (NEW.details IS NOT NULL AND NEW.details IS DISTINCT FROM OLD.details)
    OR (NEW.number_hash IS NOT NULL AND NEW.number_hash IS DISTINCT FROM OLD.number_hash)
    OR (OLD.erased_at IS NOT NULL AND NEW.erased_at IS DISTINCT FROM OLD.erased_at)))
  EXECUTE FUNCTION only_forward();
CREATE FUNCTION submitted_claims_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.submitted_at IS NOT NULL THEN
    RAISE EXCEPTION 'an identity claim that was submitted stays' USING ERRCODE = 'PLB11';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER identity_claim_stays BEFORE DELETE ON identity_claim FOR EACH ROW EXECUTE FUNCTION submitted_claims_stay();
CREATE FUNCTION pictures_of_drafts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM identity_claim WHERE id = NEW.claim_id AND submitted_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the pictures of a submitted identity claim stay' USING ERRCODE = 'PLB11';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sealed_document_of_draft BEFORE INSERT OR UPDATE ON sealed_document
  FOR EACH ROW EXECUTE FUNCTION pictures_of_drafts();

GRANT SELECT, INSERT ON document_master TO plumb_app;
GRANT SELECT, INSERT, DELETE ON document_key, identity_claim, sealed_document TO plumb_app;
GRANT UPDATE (over_at, details, number_hash, expires_on, word, word_given_at, flags, submitted_at, erased_at)
  ON identity_claim TO plumb_app;
GRANT UPDATE (sealed, sent_hash, created_at) ON sealed_document TO plumb_app;
GRANT UPDATE (reason_code, checklist) ON identity_check TO plumb_app;
GRANT UPDATE (identity_expires_on, identity_asked_at) ON app_user TO plumb_app;
