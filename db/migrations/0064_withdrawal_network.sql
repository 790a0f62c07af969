-- The network that a withdrawal is paid on: that of its wallet when it was asked for, whatever becomes of the wallet. Where
-- its payment is looked up, and how its transaction's id is compared, goes by it.
ALTER TABLE withdrawal ADD COLUMN network text;

-- Of those that are there already, as the log knows it: as the wallet was before it first changed after that, else as it is.
UPDATE withdrawal SET network = coalesce(
  (
    SELECT line.before->>'network' FROM audit_entry AS line
    WHERE line.subject_id = withdrawal.wallet_id AND line.subject_kind = 'wallet' AND line.action = 'wallet changed'
      AND line.at >= withdrawal.created_at AND line.before->>'network' IS NOT NULL
    ORDER BY line.at, line.id LIMIT 1
  ),
  (SELECT wallet.network FROM wallet WHERE wallet.id = withdrawal.wallet_id)
);
ALTER TABLE withdrawal ALTER COLUMN network SET NOT NULL;

-- A process from before this names none.
CREATE FUNCTION keep_withdrawal_network() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT wallet.network INTO NEW.network FROM wallet WHERE wallet.id = NEW.wallet_id;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawal_network BEFORE INSERT ON withdrawal
  FOR EACH ROW WHEN (NEW.network IS NULL) EXECUTE FUNCTION keep_withdrawal_network();

CREATE OR REPLACE FUNCTION claim_withdrawal_txid() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM payout_txid WHERE payout_id = NEW.id;
  IF NEW.txid IS NOT NULL THEN
    INSERT INTO payout_txid (txid, payout_id) VALUES (plain_txid(NEW.network, NEW.txid), NEW.id);
  END IF;
  RETURN NULL;
END $$;
