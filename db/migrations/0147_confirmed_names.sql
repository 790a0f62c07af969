-- A match has the keys of all names that its list gives to whoever it is with: once it is confirmed, others are compared with
-- these names whatever the list says later. Null where the list says something else already; then they are compared with
-- each of them.
ALTER TABLE screening_hit ADD COLUMN keys text[];
UPDATE screening_hit AS hit SET keys = (
  SELECT array_agg(DISTINCT key)
  FROM screening_entry AS entry
  JOIN screening_name AS listed ON listed.entry_id = entry.id
  CROSS JOIN unnest(listed.keys) AS key
  WHERE entry.list = hit.list AND entry.uid = hit.uid AND entry.hash = hit.entry_hash
);

-- Where an account is taken back, the matches of names that were handed in meanwhile are set aside, as they were: open ones
-- are decided by nobody, confirmed ones stay so. They stand again, as they were, where such a name is handed in again.
ALTER TABLE screening_hit
  DROP CONSTRAINT screening_hit_state_check,
  ADD CONSTRAINT screening_hit_state_check CHECK (state IN ('open', 'confirmed', 'cleared', 'set aside')),
  DROP CONSTRAINT screening_hit_decided,
  ADD CONSTRAINT screening_hit_decided CHECK (
    (decided_at IS NULL) = (decided_by IS NULL) AND (decided_at IS NULL) = (reason IS NULL)
    AND (state = 'set aside' OR (state = 'open') = (decided_at IS NULL))
  );
DROP TRIGGER screening_hit_only_forward ON screening_hit;
CREATE TRIGGER screening_hit_only_forward BEFORE UPDATE ON screening_hit
  FOR EACH ROW WHEN (
    (OLD.state = 'cleared' AND (NEW.state, NEW.decided_by, NEW.decided_at, NEW.reason)
      IS DISTINCT FROM (OLD.state, OLD.decided_by, OLD.decided_at, OLD.reason))
    OR (OLD.state = 'confirmed' AND NOT (NEW.state = 'cleared' AND NEW.decided_by <> OLD.decided_by)
      AND NEW.state <> 'set aside'
      AND (NEW.state, NEW.decided_by, NEW.decided_at, NEW.reason)
        IS DISTINCT FROM (OLD.state, OLD.decided_by, OLD.decided_at, OLD.reason))
    OR ('set aside' IN (OLD.state, NEW.state) AND (NEW.decided_by, NEW.decided_at, NEW.reason)
      IS DISTINCT FROM (OLD.decided_by, OLD.decided_at, OLD.reason))
    OR (OLD.state = 'set aside' AND NEW.state = 'cleared')
  ) EXECUTE FUNCTION only_forward();
-- found again: it is of the name that was handed in last
GRANT UPDATE (found_at) ON screening_hit TO plumb_app;
-- of whom no name is left is compared no more, until they hand in their own
GRANT DELETE ON screening_person TO plumb_app;
