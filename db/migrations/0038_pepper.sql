-- Which pepper this database goes with: a fingerprint, from which the pepper cannot be told. The pepper itself stands in
-- the environment or in a file, so that a copy of the database does not say which code a hash belongs to. Written and
-- read by the owner of the tables alone.
CREATE TABLE pepper_mark (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  fingerprint text NOT NULL,
  marked_at timestamptz NOT NULL DEFAULT now()
);

-- Codes that were hashed without it end. They were good for ten minutes: whoever waits for one asks for another.
UPDATE registration SET email_code_hash = '', phone_code_hash = '', codes_expire_at = created_at;
-- Counted by names that were made of addresses in plain sight, for an hour at the most.
DELETE FROM rate_limit;
