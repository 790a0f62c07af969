-- Users and what stands between a stranger and a session.

CREATE TABLE app_user (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  country text NOT NULL,
  password_hash text NOT NULL,
  password_set_at timestamptz NOT NULL,
  reset_required boolean NOT NULL DEFAULT false,
  reset_sent_at timestamptz,
  roles text[] NOT NULL DEFAULT '{}' CHECK (roles <@ ARRAY['owner', 'reviewer', 'support']),
  kyc text NOT NULL DEFAULT 'none' CHECK (kyc IN ('none', 'submitted', 'approved', 'rejected')),
  inviter_id uuid REFERENCES app_user (id) CHECK (inviter_id <> id),
  terms_version text NOT NULL,
  terms_accepted_at timestamptz NOT NULL,
  picture_id uuid,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX app_user_name ON app_user (lower(name));
CREATE UNIQUE INDEX app_user_email ON app_user (lower(email));
CREATE INDEX app_user_newest ON app_user (created_at DESC, id DESC);

CREATE TABLE picture (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES app_user (id),
  image bytea NOT NULL,
  created_at timestamptz NOT NULL
);

-- Not yet a user: waits here until both codes are right.
CREATE TABLE registration (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  country text NOT NULL,
  password_hash text NOT NULL,
  inviter_id uuid REFERENCES app_user (id),
  terms_version text NOT NULL,
  terms_accepted_at timestamptz NOT NULL,
  -- the address already belongs to a user: no code is mailed to it and none is right
  email_taken boolean NOT NULL,
  bearer_hash text NOT NULL UNIQUE,
  -- set by a sign-in that found this registration
  cookie_hash text UNIQUE,
  email_code_hash text NOT NULL,
  phone_code_hash text NOT NULL,
  codes_expire_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  completed_at timestamptz
);
CREATE INDEX registration_email ON registration (lower(email), created_at DESC);

CREATE TABLE session (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  bearer_hash text NOT NULL UNIQUE,
  -- null: one half only
  cookie_hash text,
  address text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX session_of_user ON session (user_id);

CREATE TABLE reset_link (
  token_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX reset_link_user ON reset_link (user_id);

-- The one-time link by which the first owner is made.
CREATE TABLE setup_link (
  token_hash text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

-- Each time somebody asks for a review of their identity, and what came of it.
CREATE TABLE identity_check (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  state text NOT NULL CHECK (state IN ('submitted', 'approved', 'rejected')),
  reason text,
  submitted_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by uuid REFERENCES app_user (id)
);
CREATE INDEX identity_check_user ON identity_check (user_id, submitted_at DESC);
CREATE UNIQUE INDEX identity_check_open ON identity_check (user_id) WHERE state = 'submitted';

-- Failed attempts, counted by rate-limiter-flexible.
CREATE TABLE rate_limit (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- What was answered to a request that may come again.
CREATE TABLE idempotency (
  scope text NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  -- null while the first is under way (nobody else sees it then)
  status integer,
  reply text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (scope, route, key)
);
CREATE INDEX idempotency_age ON idempotency (created_at);

GRANT SELECT, INSERT, UPDATE ON app_user, picture, registration, session, reset_link, setup_link, identity_check TO plumb_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limit, idempotency TO plumb_app;
GRANT DELETE ON registration, session, reset_link, picture TO plumb_app;
