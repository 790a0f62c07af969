-- When the provider outside was asked about a check last: those of longest ago come first, so that none waits for ever
-- behind others that cannot go on.
ALTER TABLE identity_claim ADD COLUMN asked_at timestamptz;
GRANT UPDATE (asked_at) ON identity_claim TO plumb_app;

-- The day on which the document expires is part of what was handed in: afterwards it is only erased, with the rest.
UPDATE identity_claim SET expires_on = NULL WHERE erased_at IS NOT NULL AND expires_on IS NOT NULL;
DROP TRIGGER identity_claim_only_forward ON identity_claim;
CREATE TRIGGER identity_claim_only_forward BEFORE UPDATE ON identity_claim
  FOR EACH ROW WHEN (OLD.submitted_at IS NOT NULL AND
    ((NEW.submitted_at, NEW.word, NEW.word_given_at, NEW.flags)
      IS DISTINCT FROM (OLD.submitted_at, OLD.word, OLD.word_given_at, OLD.flags)
    OR (NEW.details IS NOT NULL AND NEW.details IS DISTINCT FROM OLD.details)
    OR (NEW.number_hash IS NOT NULL AND NEW.number_hash IS DISTINCT FROM OLD.number_hash)
    OR (NEW.expires_on IS NOT NULL AND NEW.expires_on IS DISTINCT FROM OLD.expires_on)
    OR (OLD.erased_at IS NOT NULL AND NEW.erased_at IS DISTINCT FROM OLD.erased_at)))
  EXECUTE FUNCTION only_forward();

-- Whoever asked for a check before there were lists is compared as well: without this they waited for it for ever, and
-- their check could not be approved.
INSERT INTO screening_person (user_id, compared_with, compared_at)
SELECT user_id, 0, min(submitted_at) FROM identity_check GROUP BY user_id
ON CONFLICT (user_id) DO NOTHING;
