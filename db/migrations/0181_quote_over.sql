-- A quote that ends while whoever leaves by it waits for the books is over, and no fault of anybody: said as a time that is
-- over (PLB09), so that all is done anew by a later clock, and refused in words.
CREATE OR REPLACE FUNCTION investment_left_once() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  ends timestamptz;
BEGIN
  IF OLD.exit_quote_id IS NOT NULL THEN
    RAISE EXCEPTION 'investment % was left early and stays as it is', OLD.id USING ERRCODE = 'PLB11';
  END IF;
  SELECT quote.good_until INTO ends FROM exit_quote AS quote
  WHERE quote.id = NEW.exit_quote_id AND quote.investment_id = NEW.id AND quote.version = OLD.version
    AND quote.seconds = NEW.left_after AND OLD.status = 'approved';
  IF ends IS NULL THEN
    RAISE EXCEPTION 'investment % is left by no quote of its own', OLD.id USING ERRCODE = 'PLB13';
  END IF;
  IF ends <= database_now() THEN
    RAISE EXCEPTION 'investment % is left by a quote that held until %', OLD.id, ends USING ERRCODE = 'PLB09';
  END IF;
  RETURN NEW;
END $$;
