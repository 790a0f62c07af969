-- What the owners of payment wallets have signed with their keys (decision 107): the sentence is made of these columns,
-- and of nothing else. Only what the wallet and the proof are when it is written may stand here.
CREATE TABLE wallet_signature (
  id uuid PRIMARY KEY,
  wallet_id uuid NOT NULL REFERENCES wallet (id),
  network text NOT NULL,
  address text NOT NULL,
  -- for whom it is held: the address of the house
  house text NOT NULL,
  epoch integer NOT NULL REFERENCES proof (epoch),
  -- of the proof
  day date NOT NULL,
  root bytea NOT NULL,
  scheme text NOT NULL CONSTRAINT wallet_signature_scheme CHECK (scheme IN ('EIP-191', 'BIP-322')),
  signature text NOT NULL CONSTRAINT wallet_signature_length CHECK (char_length(signature) BETWEEN 1 AND 2000),
  given_at timestamptz NOT NULL,
  -- null where it was brought in by the command
  given_by uuid REFERENCES app_user (id),
  -- anybody can make another signature of a key's own over the same: one is enough
  CONSTRAINT wallet_signature_once UNIQUE (wallet_id, epoch, address)
);
CREATE TRIGGER wallet_signature_append_only BEFORE UPDATE OR DELETE ON wallet_signature FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER wallet_signature_no_truncate BEFORE TRUNCATE ON wallet_signature FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();

CREATE FUNCTION wallet_signature_is_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM wallet, proof WHERE wallet.id = NEW.wallet_id AND proof.epoch = NEW.epoch
      AND wallet.network = NEW.network AND wallet.address = NEW.address
      AND (proof.made_at AT TIME ZONE 'UTC')::date = NEW.day AND proof.root = NEW.root AND proof.made_at <= NEW.given_at
  ) THEN
    RAISE EXCEPTION 'a signature is of a wallet as it is, and of a proof as it was published' USING ERRCODE = 'PLB13';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER wallet_signature_is_true AFTER INSERT ON wallet_signature FOR EACH ROW EXECUTE FUNCTION wallet_signature_is_true();
GRANT SELECT, INSERT ON wallet_signature TO plumb_app;
