-- That positions continue the log, and that an announcement is there, is one look at what was written, and no longer two.
CREATE OR REPLACE FUNCTION log_positions_continue() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  first bigint;
  last bigint;
  many bigint;
  announced bigint;
BEGIN
  SELECT min(position), max(position), count(*), count(announcement_id) INTO first, last, many, announced FROM made;
  IF many = 0 THEN RETURN NULL; END IF;
  IF announced > 0 AND EXISTS (
    SELECT FROM made WHERE announcement_id IS NOT NULL
      AND (SELECT id FROM log_announcement WHERE id = made.announcement_id) IS NULL
  ) THEN
    RAISE EXCEPTION 'a position of the log is of a transfer or of what was announced' USING ERRCODE = 'PLB04';
  END IF;
  UPDATE log_head SET size = last + 1 WHERE size = first AND many = last - first + 1;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'positions of the log continue it without a gap' USING ERRCODE = 'PLB04';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER log_position_announced ON log_position;
DROP FUNCTION log_position_announced();

-- Nothing is past that is not there yet: it would never get a position.
CREATE OR REPLACE FUNCTION log_head_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.secret <> OLD.secret OR NEW.size < OLD.size
     OR NEW.size > OLD.size AND NOT EXISTS (SELECT FROM log_position WHERE position = NEW.size - 1)
     OR greatest(NEW.settled_id, NEW.seen_id) > (SELECT coalesce(max(id), 0) FROM transfer) THEN
    RAISE EXCEPTION 'the head of the log follows its positions' USING ERRCODE = 'PLB04';
  END IF;
  RETURN NEW;
END $$;
