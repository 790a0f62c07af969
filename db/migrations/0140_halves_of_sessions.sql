-- The half that a session had is known beside the one it has: nobody replaces it unseen, not even with the app's login, and
-- none comes to a session that was opened without one or has ended.
CREATE TRIGGER session_half_before BEFORE UPDATE ON session
  FOR EACH ROW WHEN (
    (NEW.cookie_hash, NEW.cookie_hash_before, NEW.cookie_changed_at)
      IS DISTINCT FROM (OLD.cookie_hash, OLD.cookie_hash_before, OLD.cookie_changed_at)
    AND (OLD.ended_at IS NOT NULL OR OLD.cookie_hash IS NULL OR NEW.cookie_hash IS NULL
      OR NEW.cookie_hash = OLD.cookie_hash OR NEW.cookie_hash_before IS DISTINCT FROM OLD.cookie_hash))
  EXECUTE FUNCTION only_forward();

-- A stream of events ends when the half that it was opened with is no longer the one of its session. Those of before are
-- over with the processes that served them.
DELETE FROM event_stream;
ALTER TABLE event_stream ADD COLUMN cookie_hash text;
