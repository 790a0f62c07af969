-- Whom a transaction has paid is compared as the network means its addresses, as `isSameAddress` does (wallets/rules.ts):
-- a script of Litecoin is written with either of two prefixes, and one payment to it could be recorded under both. Where
-- the case of a letter means something, as on Solana, another case is somebody else.
CREATE FUNCTION plain_address(network text, address text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  digit text;
  place integer;
  number numeric := 0;
BEGIN
  IF network = 'solana' THEN
    RETURN address;
  END IF;
  IF address ~* '^(0x[0-9a-f]{40}$|(bc|ltc|tb|tltc)1)' THEN
    RETURN lower(address);
  END IF;
  IF network <> 'litecoin' OR address !~ '^[M3].{25,34}$' THEN
    RETURN address;
  END IF;
  -- base58: a version, 20 bytes of the script's hash, and 4 of a checksum, which whoever typed it has been held to
  FOREACH digit IN ARRAY string_to_array(address, NULL) LOOP
    place := strpos('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', digit);
    IF place = 0 THEN
      RETURN address;
    END IF;
    number := number * 58 + place - 1;
  END LOOP;
  IF div(number, 6277101735386680763835789423207666416102355444464034512896) NOT IN (5, 50) THEN
    RETURN address;
  END IF;
  RETURN 'script ' || mod(div(number, 4294967296), 1461501637330902918203684832716283019655932542976);
END $$;

-- Where two that are recorded already were the same payee, the first has it; the other stays as it was recorded.
UPDATE payout_txid SET paid_to = paid.paid_to
FROM (
  SELECT DISTINCT ON (txid, paid_to) payout_id, paid_to
  FROM (
    SELECT payout_txid.txid, payout_id, plain_address(payout_txid.network, wallet_address) AS paid_to
    FROM payout_txid JOIN withdrawal ON withdrawal.id = payout_id
    UNION ALL
    SELECT payout_txid.txid, payout_id, plain_address(payout_txid.network, address)
    FROM payout_txid JOIN suspense_refund ON suspense_refund.id = payout_id
    WHERE address IS NOT NULL
  ) AS known
  ORDER BY txid, paid_to, payout_id
) AS paid
WHERE paid.payout_id = payout_txid.payout_id AND payout_txid.paid_to <> paid.paid_to;

CREATE OR REPLACE FUNCTION claim_txid(of_network text, typed text, address text, payout uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  claimed text := plain_txid(of_network, typed);
  goes_to text := coalesce(plain_address(of_network, address), '');
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
