-- What an administrator has assumed of the days to come, under a name, with the two years that it foresaw from the books of
-- that second. What was foreseen stays as it was: it is compared with what came.
CREATE TABLE what_if (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  assumed jsonb NOT NULL CHECK (jsonb_typeof(assumed) = 'object'),
  as_of timestamptz NOT NULL,
  foreseen jsonb NOT NULL CHECK (jsonb_typeof(foreseen) = 'object'),
  created_by uuid NOT NULL REFERENCES app_user (id),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX what_if_name ON what_if (lower(name));
GRANT SELECT, INSERT, DELETE ON what_if TO plumb_app;
