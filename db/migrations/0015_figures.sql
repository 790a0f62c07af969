-- What the administrator's dashboard is read from, at a hundred thousand users.

-- What has moved through the payment wallets, by time. Postings between accounts of the books, of which a day has one
-- for each running investment, leave it alone.
CREATE INDEX transfer_through_custody ON transfer (effective_at)
  WHERE kind NOT IN ('investment earned', 'investment completed', 'withdrawal held', 'withdrawal given back', 'referral bonus', 'top up', 'deduct');

-- New money by when it began to work.
CREATE INDEX investment_began ON investment (began_at) WHERE source = 'payment';

-- What a principal has earned in whole seconds, micro-dollars: `earned` of investments/rules.ts, to the micro-dollar.
-- The first way is the same sum in whole numbers of 64 bits, where none of its steps can be too large for them.
CREATE FUNCTION investment_earned(principal bigint, daily_roi bigint, seconds bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN principal <= 9000000000000 AND seconds <= 100000000
    THEN principal * daily_roi / 86400000000 * seconds + principal * daily_roi % 86400000000 * seconds / 86400000000
    ELSE div(principal::numeric * daily_roi * seconds, 86400000000)::bigint
  END $$;
