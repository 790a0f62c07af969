-- What waits for a second administrator: a verb's input, kept to be done when somebody else agrees.

CREATE TABLE approval (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  -- what would change: an investment, a withdrawal, a wallet, a user's balance, a user's roles
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  -- whose record it is, where it is somebody's: they decide nothing about it
  concerns uuid REFERENCES app_user (id),
  input jsonb NOT NULL,
  -- of the record that it was asked for, where it has one
  version integer,
  -- for people: [{ field, before, after }]
  changes jsonb NOT NULL,
  -- the most that it would have moved on one account when it was asked for, micro-dollars
  moved bigint CHECK (moved > 0),
  asked_by uuid NOT NULL REFERENCES app_user (id),
  asked_at timestamptz NOT NULL,
  reason text,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'agreed', 'refused', 'withdrawn')),
  decided_by uuid REFERENCES app_user (id),
  decided_at timestamptz,
  decision_reason text,
  CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  -- a second person agrees or refuses, and only the first withdraws
  CHECK (state NOT IN ('agreed', 'refused') OR decided_by <> asked_by),
  CHECK (state <> 'withdrawn' OR decided_by = asked_by),
  CHECK (concerns IS NULL OR (concerns <> asked_by AND concerns IS DISTINCT FROM decided_by)),
  CHECK (state <> 'refused' OR decision_reason IS NOT NULL)
);
-- One waits at a time for each subject.
CREATE UNIQUE INDEX approval_waiting ON approval (subject_id, subject_kind) WHERE state = 'waiting';
CREATE INDEX approval_newest ON approval (asked_at DESC, id DESC) WHERE state = 'waiting';

-- What administrators have corrected alone, so that one large correction in many small ones is seen.
CREATE TABLE lone_correction (
  id uuid PRIMARY KEY,
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  made_by uuid NOT NULL REFERENCES app_user (id),
  made_at timestamptz NOT NULL,
  moved bigint NOT NULL CHECK (moved > 0)
);
CREATE INDEX lone_correction_subject ON lone_correction (subject_id, made_by, made_at);

GRANT SELECT, INSERT, UPDATE ON approval TO plumb_app;
GRANT SELECT, INSERT ON lone_correction TO plumb_app;
