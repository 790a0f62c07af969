-- A mistyped telephone number can be mended for as long as its codes are awaited: nobody is a user by it yet. What was
-- proved stays.
GRANT UPDATE (phone, country) ON registration TO plumb_app;
CREATE TRIGGER registration_number_stays BEFORE UPDATE ON registration
  FOR EACH ROW WHEN (OLD.completed_at IS NOT NULL AND (NEW.phone, NEW.country) IS DISTINCT FROM (OLD.phone, OLD.country))
  EXECUTE FUNCTION only_forward();
