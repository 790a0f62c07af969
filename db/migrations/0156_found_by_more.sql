-- Listed names, and those that matches hold, are found by more keys than before: a wrong letter in each part, and parts
-- written together. Keys are made by the app: of which making a row's are says this number, and what has older ones is
-- given new ones before anybody is compared again.
ALTER TABLE screening_name ADD COLUMN keys_made smallint NOT NULL DEFAULT 1;
ALTER TABLE screening_hit ADD COLUMN keys_made smallint NOT NULL DEFAULT 1 CHECK (keys_made <= 2);
CREATE INDEX screening_name_keys_made ON screening_name (keys_made);
CREATE INDEX screening_hit_keys_made ON screening_hit (keys_made);
GRANT UPDATE (keys, keys_made) ON screening_name, screening_hit TO plumb_app;
-- What a match is found by is made anew once for each making: whoever comes by the app's login takes none away.
CREATE TRIGGER screening_hit_keys_stay BEFORE UPDATE OF keys, keys_made ON screening_hit
  FOR EACH ROW WHEN (NEW.keys_made <= OLD.keys_made AND (NEW.keys, NEW.keys_made) IS DISTINCT FROM (OLD.keys, OLD.keys_made))
  EXECUTE FUNCTION only_forward();
-- Everybody is compared again: also who handed in another name while they were approved, and was compared by that alone.
UPDATE screening_person SET compared_with = 0;

-- The number of a document with its kind and without its country, of letters and digits alone: whoever types another
-- country, or a dot, is found. What was handed in before stands sealed: the app hashes it.
ALTER TABLE identity_claim ADD COLUMN kind_number_hash text;
CREATE INDEX identity_claim_kind_number ON identity_claim (kind_number_hash) WHERE kind_number_hash IS NOT NULL;
CREATE INDEX identity_claim_unhashed ON identity_claim (begun_at, id)
  WHERE number_hash IS NOT NULL AND kind_number_hash IS NULL;
GRANT UPDATE (kind_number_hash) ON identity_claim TO plumb_app;
CREATE TRIGGER identity_claim_number_stays BEFORE UPDATE OF kind_number_hash ON identity_claim
  FOR EACH ROW WHEN (OLD.submitted_at IS NOT NULL AND OLD.kind_number_hash <> NEW.kind_number_hash)
  EXECUTE FUNCTION only_forward();
