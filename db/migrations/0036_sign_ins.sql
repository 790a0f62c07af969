-- One hash for a sign-in: an e-mail address has one salt, derived from it with this key, so that a typed password is hashed
-- once and compared with all that it may be: the user's, or that of a registration which still waits.
CREATE TABLE salt_key (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  key text NOT NULL
);
INSERT INTO salt_key (key)
VALUES (encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex'));
GRANT SELECT ON salt_key TO plumb_app;

-- The open sessions of a user, of which the oldest end.
CREATE INDEX session_open ON session (user_id, created_at, id) WHERE ended_at IS NULL;
