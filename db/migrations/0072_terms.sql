-- The operator's own terms: each text that was published stays as it was. While there is none, those of the program are
-- in force.
CREATE TABLE published_terms (
  version integer PRIMARY KEY CHECK (version > 0),
  content text NOT NULL CHECK (content <> ''),
  -- what has changed, as everybody reads it who has to accept them
  summary text NOT NULL CHECK (summary <> ''),
  published_at timestamptz NOT NULL,
  published_by uuid NOT NULL REFERENCES app_user (id)
);
CREATE TRIGGER published_terms_append_only BEFORE UPDATE OR DELETE ON published_terms FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER published_terms_no_truncate BEFORE TRUNCATE ON published_terms FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
GRANT SELECT, INSERT ON published_terms TO plumb_app;

-- Who has accepted a version since they registered; the one that they registered with stands in app_user.
CREATE TABLE accepted_terms (
  user_id uuid NOT NULL REFERENCES app_user (id),
  version integer NOT NULL REFERENCES published_terms (version),
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, version)
);
CREATE TRIGGER accepted_terms_append_only BEFORE UPDATE OR DELETE ON accepted_terms FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER accepted_terms_no_truncate BEFORE TRUNCATE ON accepted_terms FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
GRANT SELECT, INSERT ON accepted_terms TO plumb_app;
