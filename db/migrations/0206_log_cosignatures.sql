-- What witnesses have said of a checkpoint: the line of theirs, verified here, and the second at which they said it.
CREATE TABLE log_cosignature (
  signer_id integer NOT NULL,
  size bigint NOT NULL,
  -- the key that it was verified with, as LOG_WITNESSES names it
  witness text NOT NULL,
  line text NOT NULL,
  cosigned_at timestamptz NOT NULL,
  CONSTRAINT log_cosignature_pkey PRIMARY KEY (signer_id, size, witness),
  CONSTRAINT log_cosignature_checkpoint FOREIGN KEY (signer_id, size) REFERENCES log_checkpoint (signer_id, size)
);
CREATE TRIGGER log_cosignature_append_only BEFORE UPDATE OR DELETE ON log_cosignature FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER log_cosignature_no_truncate BEFORE TRUNCATE ON log_cosignature FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
GRANT SELECT, INSERT ON log_cosignature TO plumb_app;
