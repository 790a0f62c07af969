-- Mail from the operator: to many, tried again by hand, found again in a list.

-- One mail to everybody of a segment. Who they are is found in chunks, in the order of their ids, and each gets a
-- message; `last_user_id` is how far it has come.
CREATE TABLE mailing (
  id uuid PRIMARY KEY,
  title text NOT NULL,
  content text NOT NULL,
  segment text NOT NULL CHECK (segment IN ('all', 'running', 'plan')),
  plan_id uuid REFERENCES plan (id),
  sent_by uuid NOT NULL REFERENCES app_user (id),
  created_at timestamptz NOT NULL,
  -- how many belonged to the segment when it was sent
  expected integer NOT NULL,
  last_user_id uuid,
  expanded integer NOT NULL DEFAULT 0,
  -- nobody is left to write to
  expanded_at timestamptz,
  stopped_at timestamptz,
  -- none of its messages waits any more; what became of them
  settled_at timestamptz,
  delivered integer,
  failed integer,
  CHECK ((segment = 'plan') = (plan_id IS NOT NULL)),
  CHECK (settled_at IS NULL OR (delivered IS NOT NULL AND failed IS NOT NULL))
);
CREATE INDEX mailing_newest ON mailing (created_at DESC, id DESC);
CREATE INDEX mailing_open ON mailing (created_at) WHERE settled_at IS NULL;

ALTER TABLE message
  -- what it says (a code, a link) is for its receiver alone, and forgotten when it is given up
  ADD COLUMN secret boolean NOT NULL DEFAULT true,
  -- its content is Markdown
  ADD COLUMN markdown boolean NOT NULL DEFAULT false,
  -- one of a mailing, whose content it has
  ADD COLUMN mailing_id uuid REFERENCES mailing (id),
  ADD COLUMN user_id uuid REFERENCES app_user (id),
  ADD COLUMN retried_at timestamptz,
  ADD COLUMN state text NOT NULL GENERATED ALWAYS AS (
    CASE WHEN delivered_at IS NOT NULL THEN 'delivered' WHEN given_up_at IS NOT NULL THEN 'failed' ELSE 'waiting' END
  ) STORED,
  ADD CHECK ((mailing_id IS NULL) = (user_id IS NULL));

-- Nobody gets a mailing twice.
CREATE UNIQUE INDEX message_of_mailing ON message (mailing_id, user_id) WHERE mailing_id IS NOT NULL;

-- A mailing waits behind everything else: nobody's code waits for a hundred thousand other mails.
DROP INDEX message_waiting;
CREATE INDEX message_waiting ON message (channel, next_try_at, id)
  WHERE delivered_at IS NULL AND given_up_at IS NULL AND mailing_id IS NULL;
CREATE INDEX message_of_mailing_waiting ON message (next_try_at, id)
  WHERE delivered_at IS NULL AND given_up_at IS NULL AND mailing_id IS NOT NULL;
CREATE INDEX message_of_mailing_open ON message (mailing_id)
  WHERE delivered_at IS NULL AND given_up_at IS NULL AND mailing_id IS NOT NULL;

CREATE INDEX message_newest ON message (created_at DESC, id DESC);
CREATE INDEX message_failed ON message (created_at DESC, id DESC) WHERE state = 'failed';
CREATE INDEX message_still_waiting ON message (created_at DESC, id DESC) WHERE state = 'waiting';

GRANT SELECT, INSERT, UPDATE ON mailing TO plumb_app;
