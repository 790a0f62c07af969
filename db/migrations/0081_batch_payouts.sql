-- One transaction may pay several withdrawals and refunds at once (a batch), all on its network. What it pays to one
-- address is recorded once: a second record of that would be the same money twice.
ALTER TABLE payout_txid
  ADD COLUMN network text,
  -- the address that was paid, in lower case; empty where a refund names none
  ADD COLUMN paid_to text;

UPDATE payout_txid SET network = withdrawal.network, paid_to = lower(withdrawal.wallet_address)
FROM withdrawal WHERE withdrawal.id = payout_id;
UPDATE payout_txid SET network = investment.network, paid_to = lower(coalesce(suspense_refund.address, ''))
FROM suspense_refund JOIN investment ON investment.id = suspense_refund.investment_id
WHERE suspense_refund.id = payout_id;

ALTER TABLE payout_txid
  ALTER COLUMN network SET NOT NULL,
  ALTER COLUMN paid_to SET NOT NULL,
  DROP CONSTRAINT payout_txid_pkey,
  ADD CONSTRAINT payout_txid_pkey PRIMARY KEY (txid, paid_to);

-- With the rights of the owner, like its callers. Whoever claims the same id comes after this transaction: what the
-- primary key cannot say (another network, an address that is not known) would slip through between the two. One of 256
-- locks, so that a transaction of a hundred thousand withdrawals takes no more of them.
CREATE FUNCTION claim_txid(of_network text, typed text, address text, payout uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  claimed text := plain_txid(of_network, typed);
  goes_to text := lower(coalesce(address, ''));
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('payout_txid'), hashtext(claimed) & 255);
  IF EXISTS (
    SELECT FROM payout_txid
    WHERE txid = claimed AND (network <> of_network OR paid_to IN (goes_to, '') OR goes_to = '')
  ) THEN
    RAISE unique_violation USING CONSTRAINT = 'payout_txid_pkey',
      MESSAGE = 'payout_txid: this transaction is recorded for a payment that cannot be another part of it';
  END IF;
  INSERT INTO payout_txid (txid, payout_id, network, paid_to) VALUES (claimed, payout, of_network, goes_to);
END $$;
REVOKE EXECUTE ON FUNCTION claim_txid(text, text, text, uuid) FROM PUBLIC;

CREATE OR REPLACE FUNCTION claim_withdrawal_txid() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM payout_txid WHERE payout_id = NEW.id;
  IF NEW.txid IS NOT NULL THEN
    PERFORM claim_txid(NEW.network, NEW.txid, NEW.wallet_address, NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION claim_refund_txid() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM claim_txid(investment.network, NEW.txid, NEW.address, NEW.id) FROM investment WHERE id = NEW.investment_id;
  RETURN NULL;
END $$;
