-- What was held and owed at the end of each day of UTC, micro-dollars: read from the books once everything that was under
-- way at midnight was over, written once and never again. A day that nobody wrote while the next one lasted is not there.
CREATE TABLE books_day (
  day date PRIMARY KEY,
  written_at timestamptz NOT NULL DEFAULT database_now(),
  custody bigint NOT NULL,
  -- what is owed, by what it is owed for; `accrued` is earned and not posted
  principal bigint NOT NULL,
  earnings bigint NOT NULL,
  accrued bigint NOT NULL,
  referral bigint NOT NULL,
  bonus bigint NOT NULL,
  withdrawing bigint NOT NULL,
  suspense bigint NOT NULL,
  -- of the operator's own money, what is set apart: free for promises, and for promises that were made
  reserve bigint NOT NULL,
  committed bigint NOT NULL,
  CONSTRAINT books_day_not_negative CHECK (
    least(custody, principal, earnings, accrued, referral, bonus, withdrawing, suspense, reserve, committed) >= 0
  ),
  CONSTRAINT books_day_in_time CHECK (
    written_at >= (day + 1)::timestamp AT TIME ZONE 'UTC' AND written_at < (day + 2)::timestamp AT TIME ZONE 'UTC'
  )
);
CREATE TRIGGER books_day_append_only BEFORE UPDATE OR DELETE ON books_day FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER books_day_no_truncate BEFORE TRUNCATE ON books_day FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
GRANT SELECT ON books_day TO plumb_app;
-- when it was written is for the database to say
GRANT INSERT (day, custody, principal, earnings, accrued, referral, bonus, withdrawing, suspense, reserve, committed)
  ON books_day TO plumb_app;

-- What was posted from a moment on. Transfers are added in the order of their time, so a page of this stands for a
-- thousand of them.
CREATE INDEX transfer_effective ON transfer USING brin (effective_at) WITH (autosummarize = on);

-- What all that runs will earn and when it ends, and what all that is over has earned: summed over an index alone.
CREATE INDEX investment_running ON investment (plan_id)
  INCLUDE (began_at, duration, amount, daily_roi, source) WHERE status = 'approved';
CREATE INDEX investment_over ON investment (plan_id)
  INCLUDE (id, began_at, duration, amount, daily_roi, completed_at) WHERE status = 'completed';

-- Whether the figures of the books are shown to whoever has not signed in.
INSERT INTO setting (id, name) VALUES ('00000000-0000-7000-8000-000000001751', 'public_books');
