-- A check is handed to a provider before its answer is there, and the answer may get lost: what was handed over is known
-- from then on, so that it is erased there too.
ALTER TABLE identity_claim DROP CONSTRAINT identity_claim_elsewhere,
  ADD CONSTRAINT identity_claim_elsewhere CHECK (reference IS NULL OR provider IS NOT NULL);
