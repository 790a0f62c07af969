-- Wallets and plans on offer, and the three money stories. Amounts in micro-dollars, percents in ten-thousandths of a percent.

CREATE TABLE wallet (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  address text NOT NULL,
  network text NOT NULL,
  available boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX wallet_name ON wallet (lower(name));

CREATE TABLE plan (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  description text NOT NULL,
  min_amount bigint NOT NULL CHECK (min_amount > 0),
  max_amount bigint NOT NULL,
  -- whole days
  durations integer[] NOT NULL CHECK (cardinality(durations) > 0),
  ref_bonus bigint NOT NULL CHECK (ref_bonus BETWEEN 0 AND 1000000),
  daily_roi bigint NOT NULL CHECK (daily_roi BETWEEN 0 AND 1000000),
  available boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  CHECK (max_amount >= min_amount)
);

CREATE TABLE investment (
  user_id uuid NOT NULL REFERENCES app_user (id),
  id uuid NOT NULL UNIQUE,
  tranx_id text NOT NULL UNIQUE,
  plan_id uuid NOT NULL REFERENCES plan (id),
  wallet_id uuid NOT NULL REFERENCES wallet (id),
  -- payment: new money; bonus: from the bonus balance; reinvest: from the earnings of a completed one
  source text NOT NULL CHECK (source IN ('payment', 'bonus', 'reinvest')),
  reinvests uuid UNIQUE REFERENCES investment (id),
  status text NOT NULL CHECK (status IN ('pending', 'waiting approval', 'approved', 'completed', 'declined')),
  reason text,
  amount bigint NOT NULL CHECK (amount > 0),
  -- the terms, as they were when it was made
  plan_name text NOT NULL,
  duration integer NOT NULL CHECK (duration > 0),
  daily_roi bigint NOT NULL,
  ref_bonus bigint NOT NULL,
  wallet_name text NOT NULL,
  wallet_address text NOT NULL,
  network text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- from when it earns; null until approved or dated by an administrator
  began_at timestamptz,
  completed_at timestamptz,
  -- earnings posted to the Earnings Wallet so far, and the moment up to which they were counted
  earned_posted bigint NOT NULL DEFAULT 0,
  accrued_at timestamptz,
  -- money that came in although it was declined, held in suspense
  received bigint NOT NULL DEFAULT 0 CHECK (received >= 0),
  version integer NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  CHECK (status NOT IN ('approved', 'completed') OR (began_at IS NOT NULL AND accrued_at IS NOT NULL)),
  CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
  CHECK ((source = 'reinvest') = (reinvests IS NOT NULL))
);
CREATE INDEX investment_newest ON investment (created_at DESC, id DESC);
CREATE INDEX investment_status ON investment (status, created_at DESC, id DESC);
CREATE INDEX investment_accruing ON investment (accrued_at) WHERE status = 'approved';
CREATE INDEX investment_maturing ON investment (((began_at AT TIME ZONE 'UTC') + duration * interval '1 day')) WHERE status = 'approved';
CREATE INDEX investment_unpaid ON investment (expires_at) WHERE status = 'pending';

CREATE TABLE withdrawal (
  user_id uuid NOT NULL REFERENCES app_user (id),
  id uuid NOT NULL UNIQUE,
  source text NOT NULL CHECK (source IN ('investment', 'referral')),
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'completed', 'declined')),
  reason text,
  amount bigint NOT NULL CHECK (amount > 0),
  wallet_id uuid NOT NULL REFERENCES wallet (id),
  wallet_name text NOT NULL,
  -- where to: the investor's own address
  wallet_address text NOT NULL,
  txid text UNIQUE,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  version integer NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX withdrawal_newest ON withdrawal (created_at DESC, id DESC);
CREATE INDEX withdrawal_status ON withdrawal (status, created_at DESC, id DESC);

CREATE TABLE referral (
  inviter_id uuid NOT NULL REFERENCES app_user (id),
  id uuid NOT NULL UNIQUE,
  invited_id uuid NOT NULL REFERENCES app_user (id),
  investment_id uuid NOT NULL UNIQUE REFERENCES investment (id),
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'completed', 'declined')),
  -- while its investment has been edited out of approved: what it was before, and goes back to
  held_status text CHECK (held_status IN ('pending', 'approved', 'completed')),
  reason text,
  ref_bonus bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  created_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 0,
  PRIMARY KEY (inviter_id, id),
  CHECK (inviter_id <> invited_id),
  CHECK (held_status IS NULL OR status = 'declined')
);
CREATE INDEX referral_newest ON referral (created_at DESC, id DESC);
CREATE INDEX referral_status ON referral (status, created_at DESC, id DESC);
CREATE INDEX referral_invited ON referral (invited_id);

GRANT SELECT, INSERT, UPDATE ON wallet, plan, investment, withdrawal, referral TO plumb_app;
