-- What the administrators decide and what people are told: append only where it is proof.

CREATE TABLE decision (
  id uuid PRIMARY KEY,
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  from_status text,
  to_status text NOT NULL,
  actor_id uuid REFERENCES app_user (id),
  job text,
  reason text,
  decided_at timestamptz NOT NULL,
  CHECK ((actor_id IS NULL) <> (job IS NULL))
);
CREATE INDEX decision_subject ON decision (subject_id, decided_at);

CREATE TABLE audit_entry (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_id uuid REFERENCES app_user (id),
  job text,
  address text,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  before jsonb,
  after jsonb,
  reason text,
  CHECK ((actor_id IS NULL) <> (job IS NULL))
);
CREATE INDEX audit_entry_subject ON audit_entry (subject_id, at);
CREATE INDEX audit_entry_newest ON audit_entry (at DESC, id DESC);

CREATE TRIGGER decision_append_only BEFORE UPDATE OR DELETE ON decision FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER decision_no_truncate BEFORE TRUNCATE ON decision FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();

-- Mail and text messages on their way out.
CREATE TABLE message (
  id uuid PRIMARY KEY,
  channel text NOT NULL CHECK (channel IN ('mail', 'text')),
  receiver text NOT NULL,
  subject text,
  content text NOT NULL,
  created_at timestamptz NOT NULL,
  next_try_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  delivered_at timestamptz,
  given_up_at timestamptz,
  last_error text
);
CREATE INDEX message_waiting ON message (next_try_at) WHERE delivered_at IS NULL AND given_up_at IS NULL;

CREATE TABLE notification (
  user_id uuid NOT NULL REFERENCES app_user (id),
  id uuid NOT NULL,
  icon text NOT NULL,
  title text NOT NULL,
  bold_value text NOT NULL,
  status_color text NOT NULL,
  status_text text NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX notification_unread ON notification (user_id, created_at DESC) WHERE read_at IS NULL;

-- What open screens are told: this changed, fetch it again. Kept for an hour.
CREATE TABLE live_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- the transaction that it came with: a reader asks for what has committed since it last looked
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  audience text NOT NULL CHECK (audience IN ('user', 'administrators', 'everybody')),
  -- looked up within the hour and never joined, so no foreign key that would lock the user's row
  user_id uuid,
  topic text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((audience = 'user') = (user_id IS NOT NULL))
);
CREATE INDEX live_event_transaction ON live_event (transaction_id);

GRANT SELECT, INSERT ON decision, audit_entry TO plumb_app;
GRANT SELECT, INSERT, UPDATE ON message, notification TO plumb_app;
GRANT SELECT, INSERT, DELETE ON live_event TO plumb_app;
