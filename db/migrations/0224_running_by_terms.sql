-- What runs is in the order of its terms, so that all on the same terms is read as one piece, and none has to be put to
-- the others of its kind.
DROP INDEX investment_running;
CREATE INDEX investment_running ON investment (plan_id, daily_roi, duration, source)
  INCLUDE (began_at, amount) WHERE status = 'approved';
