-- The database's clock: from it every movement of money takes its time, under its locks. One machine's clock for all
-- processes, whatever their own show.

-- Where tests and the demo hold it. Written by the owner of the tables alone, and refused in production; empty, the
-- clock runs.
CREATE TABLE moved_clock (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  stands_at timestamptz NOT NULL
);
GRANT SELECT ON moved_clock TO plumb_app;

-- Volatile: each call tells the time anew, also within one transaction.
CREATE FUNCTION database_now() RETURNS timestamptz
LANGUAGE sql VOLATILE SET search_path = public, pg_temp AS $$
  SELECT coalesce((SELECT stands_at FROM moved_clock), clock_timestamp());
$$;

-- No transfer counts from a time that is still to come: PLB07.
CREATE FUNCTION transfer_not_ahead() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  present constant timestamptz := database_now();
  ahead record;
BEGIN
  SELECT id, effective_at INTO ahead FROM made WHERE effective_at > present LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % would count from %, which is still to come: it is %', ahead.id, ahead.effective_at, present
      USING ERRCODE = 'PLB07';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER transfer_not_ahead AFTER INSERT ON transfer
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION transfer_not_ahead();
