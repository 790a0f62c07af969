-- What an investor typed when the record was made: whatever its amount is corrected to, the difference to this counts
-- for the limit above which a second administrator agrees. The default is never kept: the trigger writes the amount.
ALTER TABLE investment ADD COLUMN typed_amount bigint NOT NULL DEFAULT 0;
ALTER TABLE withdrawal ADD COLUMN typed_amount bigint NOT NULL DEFAULT 0;

-- Of records that are there already, the first amount that the audit log knows: as it was before the first line, else
-- as the first line made it; else the amount as it is now.
CREATE FUNCTION first_amount_of(kind text, id uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (amount::numeric * 1000000)::bigint
  FROM (
    SELECT at, audit_entry.id, coalesce(before->>'amount', after->>'amount') AS amount
    FROM audit_entry
    WHERE subject_id = $2 AND subject_kind = $1
  ) AS line
  WHERE amount ~ '^\d{1,12}(\.\d{1,6})?$' AND amount::numeric > 0
  ORDER BY at, line.id
  LIMIT 1
$$;
UPDATE investment SET typed_amount = coalesce(first_amount_of('investment', id), amount);
UPDATE withdrawal SET typed_amount = coalesce(first_amount_of('withdrawal', id), amount);
DROP FUNCTION first_amount_of(text, uuid);

ALTER TABLE investment ADD CONSTRAINT investment_typed_amount CHECK (typed_amount > 0);
ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_typed_amount CHECK (typed_amount > 0);

CREATE FUNCTION keep_typed_amount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'what was typed stays: the typed amount of % % cannot be changed', TG_TABLE_NAME, OLD.id;
  END IF;
  NEW.typed_amount := NEW.amount;
  RETURN NEW;
END $$;
CREATE TRIGGER investment_typed BEFORE INSERT ON investment
  FOR EACH ROW EXECUTE FUNCTION keep_typed_amount();
CREATE TRIGGER investment_typed_stays BEFORE UPDATE OF typed_amount ON investment
  FOR EACH ROW WHEN (NEW.typed_amount <> OLD.typed_amount) EXECUTE FUNCTION keep_typed_amount();
CREATE TRIGGER withdrawal_typed BEFORE INSERT ON withdrawal
  FOR EACH ROW EXECUTE FUNCTION keep_typed_amount();
CREATE TRIGGER withdrawal_typed_stays BEFORE UPDATE OF typed_amount ON withdrawal
  FOR EACH ROW WHEN (NEW.typed_amount <> OLD.typed_amount) EXECUTE FUNCTION keep_typed_amount();
