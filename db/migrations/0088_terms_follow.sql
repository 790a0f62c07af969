-- A version of the terms follows the newest by one: with a number from the end of the range, which the app's role may
-- write as well, there would be none after it, and nobody could ever publish again.
CREATE FUNCTION terms_follow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  newest integer := (SELECT max(version) FROM published_terms);
BEGIN
  -- the first follows those of the program, whose number the program knows
  IF NEW.version <> newest + 1 OR (newest IS NULL AND NEW.version > 1000) THEN
    RAISE check_violation USING CONSTRAINT = 'terms_follow',
      MESSAGE = format('terms_follow: version %s does not follow version %s', NEW.version, coalesce(newest, 0));
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER terms_follow BEFORE INSERT ON published_terms FOR EACH ROW EXECUTE FUNCTION terms_follow();
