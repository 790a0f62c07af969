-- The dashboard's two largest sums, at a hundred thousand users.

-- What running investments have earned is read for all of them at once: from the index alone, without their rows.
DROP INDEX investment_accruing;
CREATE INDEX investment_accruing ON investment (accrued_at)
  INCLUDE (amount, daily_roi, duration, began_at, earned_posted) WHERE status = 'approved';

-- Accounts are summed by kind, of which there are few: without this the planner expects one for each account, and does
-- not share the work.
CREATE STATISTICS account_kind ON (CASE WHEN name LIKE 'investor/%' THEN substr(name, 47) ELSE name END) FROM account;
