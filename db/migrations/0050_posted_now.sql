-- A transfer counts from the time at which it is posted. That it is not to come, PLB07, holds for everybody; that it is
-- not long gone, PLB09, for everybody but who owns the table, who brings books along. The time is read under the locks
-- and may wait on there for an account, so a few minutes are left to it. Where the clock is held, as by tests and the
-- demo, it is moved while somebody waits: nothing is said of the past there.
CREATE OR REPLACE FUNCTION transfer_not_ahead() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  present constant timestamptz := database_now();
  wrong record;
BEGIN
  SELECT id, effective_at INTO wrong FROM made WHERE effective_at > present LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % would count from %, which is still to come: it is %', wrong.id, wrong.effective_at, present
      USING ERRCODE = 'PLB07';
  END IF;
  SELECT id, effective_at INTO wrong FROM made WHERE effective_at < present - interval '5 minutes' LIMIT 1;
  IF FOUND THEN
    IF session_user <> (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID)
      AND NOT EXISTS (SELECT FROM moved_clock) THEN
      RAISE EXCEPTION 'transfer % would count from %, which is over: it is %', wrong.id, wrong.effective_at, present
        USING ERRCODE = 'PLB09';
    END IF;
  END IF;
  RETURN NULL;
END $$;
