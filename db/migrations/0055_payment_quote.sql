-- What an investor was told to pay in the wallet's coin: so much of it, for so many micro-dollars, at the median price of
-- these sources, until then. Nothing of it is changed or deleted: a new amount is a new row. Units are the coin's
-- smallest, as text, since they go beyond 64 bits; a price is in ten-billionths of a dollar, as candles are.
CREATE TABLE payment_quote (
  id uuid PRIMARY KEY,
  investment_id uuid NOT NULL REFERENCES investment (id),
  dollars bigint NOT NULL CHECK (dollars > 0),
  coin text NOT NULL,
  coin_decimals smallint NOT NULL,
  units text NOT NULL CHECK (units ~ '^[1-9][0-9]*$'),
  price bigint NOT NULL CHECK (price > 0),
  sources text[] NOT NULL CHECK (cardinality(sources) >= 2),
  priced_at timestamptz NOT NULL,
  made_at timestamptz NOT NULL,
  good_until timestamptz NOT NULL CHECK (good_until > made_at)
);
CREATE INDEX payment_quote_newest ON payment_quote (investment_id, made_at DESC);
GRANT SELECT, INSERT ON payment_quote TO plumb_app;
