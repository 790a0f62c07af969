-- A user's e-mail address and telephone number change once the new one has been proved by a code; the old one can take it
-- back for a while by a link.
CREATE TABLE contact_change (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  kind text NOT NULL CHECK (kind IN ('email', 'phone')),
  -- of a number with its country
  new_value text NOT NULL,
  new_country text,
  old_value text NOT NULL,
  old_country text,
  code_hash text NOT NULL,
  code_expires_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  -- another one was begun, or it was given up
  dropped_at timestamptz,
  confirmed_at timestamptz,
  undo_hash text UNIQUE,
  undo_until timestamptz,
  undone_at timestamptz,
  CHECK ((confirmed_at IS NULL) = (undo_hash IS NULL AND undo_until IS NULL)),
  CHECK (undone_at IS NULL OR confirmed_at IS NOT NULL),
  CHECK (confirmed_at IS NULL OR dropped_at IS NULL)
);
CREATE INDEX contact_change_of_user ON contact_change (user_id, created_at, id);
CREATE UNIQUE INDEX contact_change_open ON contact_change (user_id, kind) WHERE confirmed_at IS NULL AND dropped_at IS NULL;
GRANT SELECT, INSERT, DELETE ON contact_change TO plumb_app;
GRANT UPDATE (tries, dropped_at, confirmed_at, undo_hash, undo_until, undone_at) ON contact_change TO plumb_app;
CREATE TRIGGER contact_change_only_forward BEFORE UPDATE ON contact_change
  FOR EACH ROW WHEN ((OLD.dropped_at IS NOT NULL OR OLD.undone_at IS NOT NULL OR OLD.confirmed_at IS NOT NULL)
    AND ((NEW.dropped_at, NEW.confirmed_at, NEW.undo_hash, NEW.undo_until)
      IS DISTINCT FROM (OLD.dropped_at, OLD.confirmed_at, OLD.undo_hash, OLD.undo_until)
      OR (OLD.undone_at IS NOT NULL AND NEW.undone_at IS DISTINCT FROM OLD.undone_at)))
  EXECUTE FUNCTION only_forward();
GRANT UPDATE (email, phone, country) ON app_user TO plumb_app;
