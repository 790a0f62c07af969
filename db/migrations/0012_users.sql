-- Users as an operator handles them: blocked sign-in, notes, roles by invitation.

ALTER TABLE app_user
  ADD COLUMN blocked_at timestamptz,
  -- what the user is told
  ADD COLUMN blocked_reason text,
  ADD CONSTRAINT app_user_blocked_why CHECK ((blocked_at IS NULL) = (blocked_reason IS NULL));
CREATE INDEX app_user_blocked ON app_user (created_at DESC, id DESC) WHERE blocked_at IS NOT NULL;
CREATE INDEX app_user_with_roles ON app_user (created_at DESC, id DESC) WHERE roles <> '{}';
-- whom somebody invited
CREATE INDEX app_user_invited ON app_user (inviter_id, created_at DESC, id DESC) WHERE inviter_id IS NOT NULL;

-- What administrators tell each other about a user. The user never sees it.
CREATE TABLE user_note (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  author_id uuid NOT NULL REFERENCES app_user (id) CHECK (author_id <> user_id),
  text text NOT NULL CHECK (text <> ''),
  created_at timestamptz NOT NULL
);
CREATE INDEX user_note_newest ON user_note (user_id, created_at DESC, id DESC);

CREATE FUNCTION notes_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append only: write a further note instead', TG_TABLE_NAME USING ERRCODE = 'PLB05';
END $$;
CREATE TRIGGER user_note_append_only BEFORE UPDATE OR DELETE ON user_note FOR EACH ROW EXECUTE FUNCTION notes_are_append_only();
CREATE TRIGGER user_note_no_truncate BEFORE TRUNCATE ON user_note FOR EACH STATEMENT EXECUTE FUNCTION notes_are_append_only();

-- Roles come by invitation: a link, good once, to an address that its owner has proved when it is accepted.
CREATE TABLE role_invitation (
  id uuid PRIMARY KEY,
  -- as addresses are compared: in lower case
  email text NOT NULL CHECK (email = lower(email)),
  roles text[] NOT NULL CHECK (roles <> '{}' AND roles <@ ARRAY['owner', 'reviewer', 'support']),
  reason text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  invited_by uuid NOT NULL REFERENCES app_user (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  accepted_by uuid REFERENCES app_user (id),
  withdrawn_at timestamptz,
  CHECK ((accepted_at IS NULL) = (accepted_by IS NULL)),
  CHECK (accepted_at IS NULL OR withdrawn_at IS NULL)
);
-- one link for an address at a time
CREATE UNIQUE INDEX role_invitation_open ON role_invitation (email) WHERE accepted_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX role_invitation_inviter ON role_invitation (invited_by) WHERE accepted_at IS NULL AND withdrawn_at IS NULL;

GRANT SELECT, INSERT ON user_note TO plumb_app;
GRANT SELECT, INSERT, UPDATE ON role_invitation TO plumb_app;
