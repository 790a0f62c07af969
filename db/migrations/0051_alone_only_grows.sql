-- What somebody has decided alone on a day only grows: a smaller sum would let them decide more.
CREATE FUNCTION alone_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what % has decided alone on % only grows', OLD.user_id, OLD.day USING ERRCODE = 'PLB10';
END $$;
CREATE TRIGGER alone_only_grows BEFORE UPDATE ON decided_alone
  FOR EACH ROW WHEN (NEW.total < OLD.total) EXECUTE FUNCTION alone_only_grows();
