-- Notifications that reach a device while no screen is open. Opt-in, for each browser.

-- The server's own pair of keys (VAPID), made at first start. A secret of the server: the app's role alone reads it.
CREATE TABLE push_key (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz NOT NULL
);

-- A browser that asked to be told. It has one endpoint, and one person at a time.
CREATE TABLE push_subscription (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz NOT NULL,
  -- its session has ended: it gets what was on its way then, and nothing that comes after
  closed_at timestamptz,
  failed_at timestamptz,
  last_failure text
);
CREATE INDEX push_subscription_user ON push_subscription (user_id, created_at);

-- What is to be sent, a row for each notification and device, written with the notification. Never twice.
CREATE TABLE push (
  subscription_id uuid NOT NULL REFERENCES push_subscription (id) ON DELETE CASCADE,
  notification_id uuid NOT NULL,
  title text NOT NULL,
  content text NOT NULL,
  path text NOT NULL,
  created_at timestamptz NOT NULL,
  next_try_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  delivered_at timestamptz,
  given_up_at timestamptz,
  PRIMARY KEY (subscription_id, notification_id)
);
CREATE INDEX push_waiting ON push (next_try_at) WHERE delivered_at IS NULL AND given_up_at IS NULL;

GRANT SELECT, INSERT ON push_key TO plumb_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON push_subscription, push TO plumb_app;
