-- Proofs of what is owed (decision 99): a tree of sums over what everybody is owed, of which root, total and depth are
-- published and each person gets the ways of their own two leaves.

-- What an owner asked for beyond the one that is made each day.
CREATE TABLE proof_request (
  id uuid PRIMARY KEY,
  asked_at timestamptz NOT NULL,
  asked_by uuid NOT NULL REFERENCES app_user (id),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500)
);
CREATE TRIGGER proof_request_append_only BEFORE UPDATE OR DELETE ON proof_request FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER proof_request_no_truncate BEFORE TRUNCATE ON proof_request FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
GRANT SELECT, INSERT ON proof_request TO plumb_app;

-- What is published of each; micro-dollars. It is of the books as the first `position` entries of the log leave them;
-- `unowned` is what is owed and belongs to nobody who is known.
CREATE TABLE proof (
  epoch integer PRIMARY KEY CHECK (epoch > 0),
  made_at timestamptz NOT NULL,
  position bigint NOT NULL CHECK (position >= 0),
  request_id uuid UNIQUE REFERENCES proof_request (id),
  root bytea NOT NULL CHECK (octet_length(root) = 32),
  total bigint NOT NULL,
  unowned bigint NOT NULL CHECK (unowned >= 0 AND unowned <= total),
  depth smallint NOT NULL CHECK (depth BETWEEN 10 AND 30)
);
CREATE TRIGGER proof_append_only BEFORE UPDATE OR DELETE ON proof FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER proof_no_truncate BEFORE TRUNCATE ON proof FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
GRANT SELECT, INSERT ON proof TO plumb_app;

-- Its root and total are in the log, in the same transaction: epoch, position, depth, unowned, total and root, a line each.
ALTER TABLE log_announcement DROP CONSTRAINT log_announcement_type;
ALTER TABLE log_announcement ADD CONSTRAINT log_announcement_type
  CHECK (type IN ('plan', 'setting', 'backing', 'day', 'key', 'proof'));
CREATE FUNCTION proof_announcement(of proof) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT convert_to(concat_ws(E'\n', of.epoch, of.position, of.depth, of.unowned, of.total, encode(of.root, 'base64'), ''), 'UTF8')
$$;
CREATE FUNCTION proof_announced() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO log_announcement (type, bytes) VALUES ('proof', proof_announcement(NEW));
  RETURN NULL;
END $$;
CREATE TRIGGER proof_announced AFTER INSERT ON proof FOR EACH ROW EXECUTE FUNCTION proof_announced();
CREATE INDEX log_announcement_proof ON log_announcement (bytes) WHERE type = 'proof';

-- From what a person's bundle is made, for 90 days: the sealed seed, the roots of all blocks, and of each block the
-- commitments of its people with what they are owed. Neither is worth compressing.
CREATE TABLE proof_tree (
  epoch integer PRIMARY KEY REFERENCES proof (epoch),
  sealed_seed text NOT NULL,
  roots bytea NOT NULL
);
CREATE TABLE proof_block (
  epoch integer NOT NULL REFERENCES proof_tree (epoch) ON DELETE CASCADE,
  -- the lowest commitment in it
  first bytea NOT NULL,
  number integer NOT NULL,
  count smallint NOT NULL CHECK (count BETWEEN 1 AND 512),
  people bytea NOT NULL,
  PRIMARY KEY (epoch, first)
);
ALTER TABLE proof_tree ALTER COLUMN roots SET STORAGE EXTERNAL;
ALTER TABLE proof_block ALTER COLUMN people SET STORAGE EXTERNAL;
GRANT SELECT, INSERT, DELETE ON proof_tree TO plumb_app;
GRANT SELECT, INSERT ON proof_block TO plumb_app;
