-- The kinds of transfers that there are (TRANSFERS of ledger/rules.ts; a test holds both to the same list).
ALTER TABLE transfer ADD CONSTRAINT transfer_kind CHECK (kind IN (
  'investment approved', 'investment received', 'investment refunded', 'investment earned', 'investment completed',
  'withdrawal held', 'withdrawal given back', 'withdrawal paid', 'referral bonus', 'top up', 'deduct',
  'funds in', 'funds out', 'correction', 'reversal'
));

-- What has moved through the payment wallets, by time: the kinds that may. Of the others a day has one for each running
-- investment.
DROP INDEX transfer_through_custody;
CREATE INDEX transfer_through_custody ON transfer (effective_at) WHERE kind IN (
  'investment approved', 'investment received', 'investment refunded', 'withdrawal paid', 'funds in', 'funds out',
  'correction', 'reversal'
);
