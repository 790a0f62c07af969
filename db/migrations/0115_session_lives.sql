-- A session ends when nobody has been there for a while, and after a time in any case: how long, `identity/rules.ts` says.
ALTER TABLE session
  -- when its owner was last there, to the minute; null: when it was opened
  ADD COLUMN seen_at timestamptz,
  -- asked for at the sign-in: a longer life
  ADD COLUMN remembered boolean NOT NULL DEFAULT false,
  -- the known place that stands for the device it was opened on
  ADD COLUMN device text;
GRANT UPDATE (seen_at) ON session TO plumb_app;

-- What its owner calls a device.
ALTER TABLE known_place ADD COLUMN name text CHECK (name <> '');
GRANT UPDATE (name) ON known_place TO plumb_app;

-- Sessions of before live on for as long as new ones do, from now.
UPDATE session SET seen_at = now(), expires_at = least(expires_at, now() + interval '1 day') WHERE ended_at IS NULL;
