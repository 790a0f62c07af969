-- Where an account is taken back, open matches alone are set aside. A confirmed one goes on stopping approval until another
-- administrator clears it, and says since when the name may have been somebody else's.
ALTER TABLE screening_hit ADD COLUMN taken_back_at timestamptz;
GRANT UPDATE (taken_back_at) ON screening_hit TO plumb_app;

-- Those that were set aside although they had been confirmed count again.
UPDATE screening_hit AS hit SET state = 'confirmed', taken_back_at = coalesce(
  (SELECT max(at) FROM audit_entry WHERE subject_id = hit.id AND action = 'set aside screening hit'), database_now())
WHERE state = 'set aside' AND decided_at IS NOT NULL;

ALTER TABLE screening_hit
  DROP CONSTRAINT screening_hit_decided,
  ADD CONSTRAINT screening_hit_decided CHECK (
    (state IN ('open', 'set aside')) = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)
    AND (decided_at IS NULL) = (reason IS NULL)
  ),
  ADD CONSTRAINT screening_hit_taken_back CHECK (taken_back_at IS NULL OR decided_at IS NOT NULL);

DROP TRIGGER screening_hit_only_forward ON screening_hit;
CREATE TRIGGER screening_hit_only_forward BEFORE UPDATE ON screening_hit
  FOR EACH ROW WHEN (
    (OLD.state = 'cleared' AND (NEW.state, NEW.decided_by, NEW.decided_at, NEW.reason, NEW.taken_back_at)
      IS DISTINCT FROM (OLD.state, OLD.decided_by, OLD.decided_at, OLD.reason, OLD.taken_back_at))
    OR (OLD.state = 'confirmed' AND NOT (NEW.state = 'cleared' AND NEW.decided_by <> OLD.decided_by)
      AND (NEW.state, NEW.decided_by, NEW.decided_at, NEW.reason)
        IS DISTINCT FROM (OLD.state, OLD.decided_by, OLD.decided_at, OLD.reason))
    OR (OLD.state = 'set aside' AND NEW.state NOT IN ('set aside', 'open'))
  ) EXECUTE FUNCTION only_forward();

-- What was cleared since the account was taken back was of whoever had taken it: handed in once more, it is found anew.
ALTER TABLE screening_hit DROP CONSTRAINT screening_hit_user_id_list_uid_entry_hash_score_key;
CREATE UNIQUE INDEX screening_hit_once ON screening_hit (user_id, list, uid, entry_hash, score)
  WHERE state <> 'cleared' OR taken_back_at IS NULL;

DROP INDEX screening_hit_confirmed;
CREATE INDEX screening_hit_confirmed ON screening_hit USING gin (coalesce(keys, '{*}')) WITH (fastupdate = off)
  WHERE state = 'confirmed';
