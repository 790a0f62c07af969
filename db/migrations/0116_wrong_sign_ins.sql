-- Wrong passwords that nobody has been told of yet, by the address that was typed, whether it has an account or not: the
-- sign-in counts here and does nothing else. Whose account it is a loop looks up, which writes a line of the audit log.
CREATE TABLE wrong_sign_in (
  email text PRIMARY KEY,
  times integer NOT NULL CHECK (times >= 0),
  -- of the last of them
  address text NOT NULL,
  user_agent text NOT NULL,
  at timestamptz NOT NULL,
  -- before this no other line is written: what comes meanwhile is counted
  next_line_at timestamptz NOT NULL
);
CREATE INDEX wrong_sign_in_due ON wrong_sign_in (next_line_at);
GRANT SELECT, INSERT, DELETE ON wrong_sign_in TO plumb_app;
GRANT UPDATE (times, address, user_agent, at, next_line_at) ON wrong_sign_in TO plumb_app;
