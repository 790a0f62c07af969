-- What each administrator has approved, paid out and corrected alone on a day (UTC), micro-dollars. One row for each of
-- them and day: it is locked while one of their decisions is written, so that a hundred at once are counted one by one,
-- and nobody waits for another administrator's row.
CREATE TABLE decided_alone (
  user_id uuid NOT NULL REFERENCES app_user (id),
  day date NOT NULL,
  total bigint NOT NULL CHECK (total > 0),
  PRIMARY KEY (user_id, day)
);
GRANT SELECT, INSERT, UPDATE (total) ON decided_alone TO plumb_app;

-- Null follows second_approval_limit.
INSERT INTO setting (id, name) VALUES ('00000000-0000-7000-8000-000000000032', 'daily_alone_limit');

ALTER TABLE approval
  -- why a second administrator is needed; null for what was asked for before this was kept
  ADD COLUMN why text CHECK (why IN ('always', 'limit', 'own step', 'day')),
  -- whom it concerns besides, whose bonus moves with it: they decide nothing about it either
  ADD COLUMN also_concerns uuid REFERENCES app_user (id),
  ADD CONSTRAINT approval_also_concerns
    CHECK (also_concerns IS NULL OR (also_concerns <> asked_by AND also_concerns IS DISTINCT FROM decided_by));
