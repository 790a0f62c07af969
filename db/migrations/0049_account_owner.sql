-- Whose an account is and what it holds stand in columns of their own; its name says the same, for people.

ALTER TABLE account
  -- the user, or the payment wallet; null for the operator's own
  ADD COLUMN owner_id uuid,
  -- what it holds (AccountKind of ledger/contract.ts)
  ADD COLUMN kind text;

-- Nothing of an account but these changes: no entry, no balance, no name.
ALTER TABLE account DISABLE TRIGGER account_follows_entries;
UPDATE account SET
  owner_id = CASE WHEN name ~ '^(investor|custody|suspense)/' THEN split_part(name, '/', 2)::uuid END,
  kind = CASE
    WHEN name LIKE 'investor/%' THEN split_part(name, '/', 3)
    WHEN name ~ '^(custody|suspense)/' THEN split_part(name, '/', 1)
    WHEN name = 'expense/referral' THEN 'referral expense'
    ELSE split_part(name, '/', 2)
  END;
ALTER TABLE account ENABLE TRIGGER account_follows_entries;

-- The name of an account (business rules, section 3). Null where there is no such account.
CREATE FUNCTION account_name(kind text, owner_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN kind IN ('earnings', 'referral', 'bonus', 'invested', 'withdrawing') THEN 'investor/' || owner_id::text || '/' || kind
    WHEN kind IN ('custody', 'suspense') THEN kind || '/' || owner_id::text
    WHEN owner_id IS NOT NULL THEN NULL
    WHEN kind IN ('capital', 'adjustments') THEN 'equity/' || kind
    WHEN kind IN ('returns', 'fees') THEN 'income/' || kind
    WHEN kind = 'yield' THEN 'expense/yield'
    WHEN kind = 'referral expense' THEN 'expense/referral'
  END
$$;

ALTER TABLE account
  ALTER COLUMN kind SET NOT NULL,
  ADD CONSTRAINT account_is_called CHECK (coalesce(name = account_name(kind, owner_id), false)),
  DROP CONSTRAINT account_has_floor,
  ADD CONSTRAINT account_has_floor CHECK (floor IS NOT DISTINCT FROM 0 OR owner_id IS NULL);
-- One account of a kind for each owner, and all of a kind together.
CREATE UNIQUE INDEX account_of_kind ON account (kind, owner_id) NULLS NOT DISTINCT;
-- The planner knows how many kinds there are by the column itself.
DROP STATISTICS account_kind;
ANALYZE account;

-- As in 0001: an account's balance moves only to what its entries say; all else of it stays.
CREATE OR REPLACE FUNCTION account_follows_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.name, NEW.owner_id, NEW.kind, NEW.side, NEW.floor, NEW.created_at)
       IS DISTINCT FROM (OLD.id, OLD.name, OLD.owner_id, OLD.kind, OLD.side, OLD.floor, OLD.created_at)
     OR NEW.version <= OLD.version
     OR NOT EXISTS (SELECT FROM entry WHERE account_id = NEW.id AND sequence = NEW.version AND balance_after = NEW.balance)
     OR EXISTS (SELECT FROM entry WHERE account_id = NEW.id AND sequence = NEW.version + 1)
  THEN
    RAISE EXCEPTION 'account % changes by its entries alone', OLD.name USING ERRCODE = 'PLB06';
  END IF;
  RETURN NEW;
END $$;

-- Opens accounts: [{"id": uuid, "owner_id": uuid | null, "kind": text, "side": 1 | -1, "floor": bigint | null}], under the
-- names that follow. What is open stays as it is.
CREATE OR REPLACE FUNCTION ledger_open(accounts jsonb, at timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO account (id, owner_id, kind, name, side, floor, created_at)
  SELECT id, owner_id, kind, account_name(kind, owner_id), side, floor, at
  FROM jsonb_to_recordset(accounts) AS asked (id uuid, owner_id uuid, kind text, side smallint, floor bigint)
  ON CONFLICT (name) DO NOTHING;
$$;

CALL refuse_wrong_books();
