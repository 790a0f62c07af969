-- Money held in suspense for declined investments: how much of it has been paid back, and which investments it was used for.

ALTER TABLE investment
  -- of what was received, paid back out of suspense
  ADD COLUMN refunded bigint NOT NULL DEFAULT 0,
  -- the declined investment whose money this one's principal comes from; null where it came in for this one
  ADD COLUMN from_suspense uuid REFERENCES investment (id),
  ADD CONSTRAINT investment_refunded CHECK (refunded BETWEEN 0 AND received),
  ADD CONSTRAINT investment_from_suspense CHECK (from_suspense IS NULL OR (source = 'payment' AND from_suspense <> id));
CREATE INDEX investment_received ON investment (created_at, id) WHERE received > 0;
CREATE INDEX investment_from_suspense ON investment (from_suspense) WHERE from_suspense IS NOT NULL;

-- What has been paid back to investors, each payment once.
CREATE TABLE suspense_refund (
  user_id uuid NOT NULL REFERENCES app_user (id),
  id uuid NOT NULL,
  investment_id uuid NOT NULL REFERENCES investment (id),
  amount bigint NOT NULL CHECK (amount > 0),
  txid text UNIQUE,
  -- where it was paid to
  address text,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX suspense_refund_investment ON suspense_refund (investment_id);
CREATE TRIGGER suspense_refund_append_only BEFORE UPDATE OR DELETE ON suspense_refund FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER suspense_refund_no_truncate BEFORE TRUNCATE ON suspense_refund FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
GRANT SELECT, INSERT ON suspense_refund TO plumb_app;

-- What is to be paid out of each payment wallet.
CREATE INDEX withdrawal_to_pay ON withdrawal (wallet_id) WHERE status = 'approved';
