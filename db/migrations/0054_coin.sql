-- The coin that is paid at a wallet: the network's own, or a token with its contract. Null for dollars alone, as all
-- wallets were before. An investment keeps the coin that it was made with, as it keeps the address.
ALTER TABLE wallet
  ADD COLUMN coin text CHECK (coin ~ '^[A-Z0-9]{2,10}$'),
  ADD COLUMN coin_contract text,
  ADD COLUMN coin_decimals smallint CHECK (coin_decimals BETWEEN 0 AND 18),
  ADD CONSTRAINT wallet_coin CHECK (
    (coin IS NULL) = (coin_decimals IS NULL) AND (coin IS NOT NULL OR coin_contract IS NULL)
  );
GRANT UPDATE (coin, coin_contract, coin_decimals) ON wallet TO plumb_app;

ALTER TABLE investment
  ADD COLUMN coin text CHECK (coin ~ '^[A-Z0-9]{2,10}$'),
  ADD COLUMN coin_contract text,
  ADD COLUMN coin_decimals smallint CHECK (coin_decimals BETWEEN 0 AND 18),
  ADD CONSTRAINT investment_coin CHECK (
    (coin IS NULL) = (coin_decimals IS NULL) AND (coin IS NOT NULL OR coin_contract IS NULL)
  );
