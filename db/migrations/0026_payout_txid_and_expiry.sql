-- One transaction pays one thing: the ids of withdrawals and refunds are one namespace, as the network compares them.
CREATE TABLE payout_txid (
  -- plain_txid of what was typed
  txid text PRIMARY KEY,
  -- the withdrawal or the refund
  payout_id uuid NOT NULL UNIQUE
);

-- Hexadecimal means the same in either case and with 0x or without; Solana's base58 does not.
CREATE FUNCTION plain_txid(network text, txid text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN network <> 'solana' AND btrim(txid) ~* '^(0x)?[0-9a-f]+$' THEN regexp_replace(lower(btrim(txid)), '^0x', '')
    ELSE btrim(txid)
  END
$$;

-- Where an id was used for two payments before, the first one has it; what the other shows stays as it was recorded.
INSERT INTO payout_txid (txid, payout_id)
SELECT plain_txid(network, txid), id
FROM (
  SELECT wallet.network, withdrawal.txid, withdrawal.id, coalesce(completed_at, withdrawal.created_at) AS paid_at
  FROM withdrawal JOIN wallet ON wallet.id = withdrawal.wallet_id
  WHERE withdrawal.txid IS NOT NULL
  UNION ALL
  SELECT investment.network, suspense_refund.txid, suspense_refund.id, suspense_refund.created_at
  FROM suspense_refund JOIN investment ON investment.id = suspense_refund.investment_id
  WHERE suspense_refund.txid IS NOT NULL
) AS paid
ORDER BY paid_at, id
ON CONFLICT DO NOTHING;

ALTER TABLE withdrawal DROP CONSTRAINT withdrawal_txid_key;
ALTER TABLE suspense_refund DROP CONSTRAINT suspense_refund_txid_key;

-- With the rights of the owner: the app itself neither takes nor frees an id.
CREATE FUNCTION claim_withdrawal_txid() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM payout_txid WHERE payout_id = NEW.id;
  INSERT INTO payout_txid (txid, payout_id)
  SELECT plain_txid(network, NEW.txid), NEW.id FROM wallet WHERE id = NEW.wallet_id AND NEW.txid IS NOT NULL;
  RETURN NULL;
END $$;
CREATE FUNCTION claim_refund_txid() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO payout_txid (txid, payout_id)
  SELECT plain_txid(network, NEW.txid), NEW.id FROM investment WHERE id = NEW.investment_id;
  RETURN NULL;
END $$;
CREATE TRIGGER withdrawal_txid_claimed AFTER INSERT ON withdrawal
  FOR EACH ROW WHEN (NEW.txid IS NOT NULL) EXECUTE FUNCTION claim_withdrawal_txid();
CREATE TRIGGER withdrawal_txid_changed AFTER UPDATE OF txid ON withdrawal
  FOR EACH ROW WHEN (NEW.txid IS DISTINCT FROM OLD.txid) EXECUTE FUNCTION claim_withdrawal_txid();
CREATE TRIGGER suspense_refund_txid_claimed AFTER INSERT ON suspense_refund
  FOR EACH ROW WHEN (NEW.txid IS NOT NULL) EXECUTE FUNCTION claim_refund_txid();

-- A request that nobody decides in time expires: nobody has decided it then. The job goes by approval_newest.
ALTER TABLE approval DROP CONSTRAINT approval_state_check;
ALTER TABLE approval ADD CONSTRAINT approval_state_check
  CHECK (state IN ('waiting', 'agreed', 'refused', 'withdrawn', 'expired'));
ALTER TABLE approval DROP CONSTRAINT approval_check1;
ALTER TABLE approval ADD CONSTRAINT approval_decided_by
  CHECK ((decided_by IS NULL) = (state IN ('waiting', 'expired')));
INSERT INTO setting (id, name) VALUES ('00000000-0000-7000-8000-000000000007', 'approval_days');
