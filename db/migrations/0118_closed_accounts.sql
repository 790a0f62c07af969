-- An account that its owner has closed: the row stays for the books, the decisions and the audit log, under a name that says
-- nothing of the person.
ALTER TABLE app_user ADD COLUMN closed_at timestamptz;
GRANT UPDATE (name, closed_at) ON app_user TO plumb_app;
CREATE TRIGGER app_user_only_forward BEFORE UPDATE ON app_user
  FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL AND NEW.closed_at IS DISTINCT FROM OLD.closed_at)
  EXECUTE FUNCTION only_forward();
-- A username is how people know one another: that of a closed account is nobody's again. Kept as a keyed hash.
CREATE TABLE closed_name (
  hash text PRIMARY KEY
);
GRANT SELECT, INSERT ON closed_name TO plumb_app;
-- What is erased with the account.
GRANT DELETE ON picture, notification, last_sign_in, message TO plumb_app;
-- A name changes when its account is closed, and in no other way.
CREATE TRIGGER app_user_name_stays BEFORE UPDATE ON app_user
  FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name AND (OLD.closed_at IS NOT NULL OR NEW.closed_at IS NULL))
  EXECUTE FUNCTION only_forward();
