-- What runs is in the order of its terms, so that all on the same terms is read as one piece, and none has to be put to
-- the others of its kind. While it is made, what runs can be read.
CREATE INDEX investment_running_by_terms ON investment (plan_id, daily_roi, duration, source)
  INCLUDE (began_at, amount) WHERE status = 'approved';
DROP INDEX investment_running;
ALTER INDEX investment_running_by_terms RENAME TO investment_running;

-- Where all was on the same terms when it was last counted, what is on any would be taken for all of it, and all of it be
-- gone through for each: some rates are always there.
ALTER TABLE investment ALTER COLUMN daily_roi SET (n_distinct = 100);
ANALYZE investment (daily_roi);
