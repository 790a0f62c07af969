-- The addresses that an investor withdraws to. A new one is confirmed by a link in a mail and settles for some hours
-- before anything is paid there: whoever has come by somebody's session has neither their mailbox nor that long.
CREATE TABLE payout_address (
  id uuid NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES app_user (id),
  network text NOT NULL,
  address text NOT NULL,
  -- what its owner calls it; null where it came with a withdrawal and was given no name
  name text CHECK (name <> ''),
  created_at timestamptz NOT NULL,
  usable_at timestamptz NOT NULL CHECK (usable_at >= created_at),
  confirmed_at timestamptz CHECK (confirmed_at >= created_at),
  removed_at timestamptz,
  PRIMARY KEY (user_id, id)
);
-- however it is written
CREATE UNIQUE INDEX payout_address_once ON payout_address (user_id, network, plain_address(network, address))
  WHERE removed_at IS NULL;

-- The entry that has to be confirmed and settled before the withdrawal is approved; null where nothing is waited for.
ALTER TABLE withdrawal ADD COLUMN address_id uuid;
ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_to_address FOREIGN KEY (user_id, address_id)
  REFERENCES payout_address (user_id, id);
CREATE INDEX withdrawal_of_address ON withdrawal (user_id, address_id) WHERE address_id IS NOT NULL;

-- What a mail lets its receiver do without signing in, once: confirm an address or cancel a withdrawal.
CREATE TABLE withdrawal_link (
  token_hash text PRIMARY KEY,
  user_id uuid NOT NULL,
  address_id uuid,
  withdrawal_id uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT withdrawal_link_for_one CHECK (num_nonnulls(address_id, withdrawal_id) = 1),
  CONSTRAINT withdrawal_link_to_address FOREIGN KEY (user_id, address_id) REFERENCES payout_address (user_id, id),
  CONSTRAINT withdrawal_link_to_withdrawal FOREIGN KEY (user_id, withdrawal_id) REFERENCES withdrawal (user_id, id)
);

GRANT SELECT, INSERT ON payout_address TO plumb_app;
GRANT UPDATE (name, confirmed_at, removed_at) ON payout_address TO plumb_app;
GRANT SELECT, INSERT ON withdrawal_link TO plumb_app;
GRANT UPDATE (used_at) ON withdrawal_link TO plumb_app;

CREATE TRIGGER payout_address_only_forward BEFORE UPDATE ON payout_address
  FOR EACH ROW WHEN ((OLD.confirmed_at IS NOT NULL AND NEW.confirmed_at IS DISTINCT FROM OLD.confirmed_at)
    OR (OLD.removed_at IS NOT NULL AND NEW IS DISTINCT FROM OLD))
  EXECUTE FUNCTION only_forward();
CREATE TRIGGER withdrawal_link_only_forward BEFORE UPDATE ON withdrawal_link
  FOR EACH ROW WHEN (OLD.used_at IS NOT NULL AND NEW.used_at IS DISTINCT FROM OLD.used_at)
  EXECUTE FUNCTION only_forward();

-- Whichever way it becomes payable, its address was confirmed and has settled.
CREATE FUNCTION payout_address_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM public.payout_address
    WHERE id = NEW.address_id AND confirmed_at IS NOT NULL AND usable_at <= public.database_now()
  ) THEN
    RAISE EXCEPTION 'withdrawal % goes to an address that was not confirmed or has not settled', NEW.id
      USING ERRCODE = 'PLB21';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_address_settled BEFORE UPDATE ON withdrawal
  FOR EACH ROW WHEN (NEW.address_id IS NOT NULL AND NEW.status IN ('approved', 'completed')
    AND OLD.status NOT IN ('approved', 'completed'))
  EXECUTE FUNCTION payout_address_settled();
