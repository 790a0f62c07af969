-- A foreign key is looked at for each position, and nearly every one is of a transfer: a fifth of what writing one took.
-- Announcements are never changed or deleted, so that it is enough to look once, when a position is given.
ALTER TABLE log_position DROP CONSTRAINT log_position_announcement_id_fkey;

CREATE FUNCTION log_position_announced() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM made WHERE announcement_id IS NOT NULL
      AND (SELECT id FROM log_announcement WHERE id = made.announcement_id) IS NULL
  ) THEN
    RAISE EXCEPTION 'a position of the log is of a transfer or of what was announced' USING ERRCODE = 'PLB04';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER log_position_announced AFTER INSERT ON log_position
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION log_position_announced();
