-- What of a record has moved through the payment wallets, without its daily earnings: the kinds that may (the same as
-- transfer_through_custody; a test holds all to one list).
CREATE INDEX transfer_of_record_through_custody ON transfer (reference_id) WHERE kind IN (
  'investment approved', 'investment received', 'investment refunded', 'withdrawal paid', 'funds in', 'funds out',
  'correction', 'reversal'
);

-- Since when somebody is known from a place; null where nobody kept it.
ALTER TABLE known_place ADD COLUMN first_seen_at timestamptz;
