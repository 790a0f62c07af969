-- A reset link that somebody has asked for. The call writes this and nothing else, whoever has the address; whether it
-- has an account is looked at afterwards, where nobody waits for it.
CREATE TABLE reset_request (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  created_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, DELETE ON reset_request TO plumb_app;
