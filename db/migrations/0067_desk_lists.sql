-- When somebody signed in last: sessions and known places are forgotten, this stays. A row of its own, so that a sign-in
-- never waits for what holds the user.
CREATE TABLE last_sign_in (
  user_id uuid PRIMARY KEY REFERENCES app_user (id),
  at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON last_sign_in TO plumb_app;
INSERT INTO last_sign_in (user_id, at)
SELECT user_id, max(at)
FROM (SELECT user_id, created_at AS at FROM session UNION ALL SELECT user_id, seen_at FROM known_place) AS seen
GROUP BY user_id;

-- What an administrator narrows a list of the desk to again and again, under a name; `search` is what stands in the address.
CREATE TABLE saved_filter (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  list text NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 40),
  search jsonb NOT NULL CHECK (jsonb_typeof(search) = 'object'),
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, list, name)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_filter TO plumb_app;

-- Identity checks as a list like the others: in order, and by state.
CREATE INDEX identity_check_newest ON identity_check (submitted_at DESC, id DESC) INCLUDE (user_id, state);
CREATE INDEX identity_check_state ON identity_check (state, submitted_at DESC, id DESC) INCLUDE (user_id);
