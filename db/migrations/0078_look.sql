-- The operator's colour and logo. The setting names both: a colour as #rrggbb, and the logo by its hash.
INSERT INTO setting (id, name) VALUES ('00000000-0000-7000-8000-000000000781', 'look');

-- Logos as they are shown, by the first half of their SHA-256. Each administrator may have one drawn that nobody has asked
-- for yet; what has been asked for stays, since a request and the history name it.
CREATE TABLE logo (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{32}$'),
  image bytea NOT NULL,
  icon bytea NOT NULL,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  drawn_by uuid NOT NULL REFERENCES app_user (id),
  asked_for boolean NOT NULL DEFAULT false
);
CREATE INDEX logo_drawn_by ON logo (drawn_by);
CREATE FUNCTION logos_that_are_named_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.asked_for AND (TG_OP = 'DELETE' OR NOT NEW.asked_for) THEN
    RAISE EXCEPTION 'a logo that was asked for stays';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER logo_stays BEFORE UPDATE OR DELETE ON logo FOR EACH ROW EXECUTE FUNCTION logos_that_are_named_stay();
GRANT SELECT, INSERT, DELETE ON logo TO plumb_app;
GRANT UPDATE (drawn_by, asked_for) ON logo TO plumb_app;
