-- The app's login may write these columns, since that is how things end; it takes nothing back. A session that has ended, a
-- link or an invitation that was used or withdrawn, a mailing that was stopped and a registration that was completed stay
-- so, to the time; what was decided about a request or an identity check stays as it was decided.
CREATE FUNCTION only_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what has ended in % stays so', TG_TABLE_NAME USING ERRCODE = 'PLB11';
END $$;

CREATE TRIGGER session_only_forward BEFORE UPDATE ON session
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL AND NEW.ended_at IS DISTINCT FROM OLD.ended_at)
  EXECUTE FUNCTION only_forward();
CREATE TRIGGER reset_link_only_forward BEFORE UPDATE ON reset_link
  FOR EACH ROW WHEN (OLD.used_at IS NOT NULL AND NEW.used_at IS DISTINCT FROM OLD.used_at)
  EXECUTE FUNCTION only_forward();
CREATE TRIGGER setup_link_only_forward BEFORE UPDATE ON setup_link
  FOR EACH ROW WHEN (OLD.used_at IS NOT NULL AND NEW.used_at IS DISTINCT FROM OLD.used_at)
  EXECUTE FUNCTION only_forward();
CREATE TRIGGER role_invitation_only_forward BEFORE UPDATE ON role_invitation
  FOR EACH ROW WHEN ((OLD.accepted_at IS NOT NULL OR OLD.withdrawn_at IS NOT NULL)
    AND (NEW.accepted_at, NEW.accepted_by, NEW.withdrawn_at)
      IS DISTINCT FROM (OLD.accepted_at, OLD.accepted_by, OLD.withdrawn_at))
  EXECUTE FUNCTION only_forward();
CREATE TRIGGER registration_only_forward BEFORE UPDATE ON registration
  FOR EACH ROW WHEN (OLD.completed_at IS NOT NULL AND NEW.completed_at IS DISTINCT FROM OLD.completed_at)
  EXECUTE FUNCTION only_forward();
CREATE TRIGGER mailing_only_forward BEFORE UPDATE ON mailing
  FOR EACH ROW WHEN (OLD.stopped_at IS NOT NULL AND NEW.stopped_at IS DISTINCT FROM OLD.stopped_at)
  EXECUTE FUNCTION only_forward();
CREATE TRIGGER approval_only_forward BEFORE UPDATE ON approval
  FOR EACH ROW WHEN (OLD.state <> 'waiting' AND (NEW.state, NEW.decided_by, NEW.decided_at, NEW.decision_reason)
    IS DISTINCT FROM (OLD.state, OLD.decided_by, OLD.decided_at, OLD.decision_reason))
  EXECUTE FUNCTION only_forward();
CREATE TRIGGER identity_check_only_forward BEFORE UPDATE ON identity_check
  FOR EACH ROW WHEN (OLD.state <> 'submitted' AND (NEW.state, NEW.decided_by, NEW.decided_at, NEW.reason)
    IS DISTINCT FROM (OLD.state, OLD.decided_by, OLD.decided_at, OLD.reason))
  EXECUTE FUNCTION only_forward();
