-- How far promises are set apart before they are made: one row. Nobody has chosen until `chosen_at` says when.
CREATE TABLE backing (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  mode text NOT NULL DEFAULT 'disclosed' CHECK (mode IN ('disclosed', 'strict')),
  -- from when promises are no longer strict: long enough after every investor was told
  disclosed_from timestamptz,
  chosen_at timestamptz,
  CHECK (disclosed_from IS NULL OR mode = 'strict')
);
INSERT INTO backing DEFAULT VALUES;
GRANT SELECT ON backing TO plumb_app;
GRANT UPDATE (mode, disclosed_from, chosen_at) ON backing TO plumb_app;
