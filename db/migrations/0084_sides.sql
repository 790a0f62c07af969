-- On which side an account stands follows from what it holds (0001): whoever opens it, the app's role among them, cannot
-- make one on which a withdrawal adds and a payment takes away.
ALTER TABLE account ADD CONSTRAINT account_side
  CHECK (side = CASE WHEN kind IN ('custody', 'yield', 'referral expense') THEN 1 ELSE -1 END);
