-- What exchanges said about prices. Not money of the books: nobody is owed a price.

CREATE TABLE candle (
  symbol text NOT NULL,
  interval text NOT NULL CHECK (interval IN ('1m', '5m', '1h', '1d')),
  opens_at timestamptz NOT NULL,
  source text NOT NULL CHECK (source IN ('kraken', 'coinbase', 'binance')),
  -- dollars for one coin, in whole ten-billionths: some coins cost less than a micro-dollar
  open bigint NOT NULL,
  high bigint NOT NULL,
  low bigint NOT NULL CHECK (low > 0),
  close bigint NOT NULL,
  -- when the source said so; the candle that is still running changes
  read_at timestamptz NOT NULL,
  PRIMARY KEY (symbol, interval, opens_at, source),
  CHECK (low <= LEAST(open, close) AND high >= GREATEST(open, close))
);
CREATE INDEX candle_oldest ON candle (interval, opens_at);

-- Whose turn it is to be asked. Whoever moves next_due_at on has the source to itself until then.
CREATE TABLE market_source (
  source text PRIMARY KEY CHECK (source IN ('kraken', 'coinbase', 'binance')),
  next_due_at timestamptz NOT NULL,
  -- rounds in a row that brought nothing
  failures integer NOT NULL DEFAULT 0,
  answered_at timestamptz,
  -- the operator's log was last told of trouble
  told_at timestamptz
);

GRANT SELECT, INSERT, UPDATE, DELETE ON candle TO plumb_app;
GRANT SELECT, INSERT, UPDATE ON market_source TO plumb_app;
