-- The books. What is written here stays: these tables refuse, for everybody including their owner,
-- what would break double entry. The app's role may only read them and call the functions at the end.

CREATE TABLE account (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE,
  -- 1: a debit raises it (assets, expenses); -1: a credit raises it (liabilities, equity, income)
  side smallint NOT NULL CHECK (side IN (1, -1)),
  -- micro-dollars; null where the account may stand on either side of zero
  floor bigint,
  -- micro-dollars on the account's own side: always the balance_after of its last entry
  balance bigint NOT NULL DEFAULT 0,
  -- sequence of its last entry
  version bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  CONSTRAINT account_floor CHECK (floor IS NULL OR balance >= floor)
);

CREATE TABLE transfer (
  id uuid PRIMARY KEY,
  idempotency_key text NOT NULL UNIQUE,
  -- SHA-256 of what was asked for under the key
  fingerprint text NOT NULL,
  kind text NOT NULL,
  -- the record that it belongs to
  reference_kind text NOT NULL,
  reference_id uuid NOT NULL,
  reverses uuid UNIQUE REFERENCES transfer (id),
  corrects uuid REFERENCES transfer (id),
  -- null where it happened by itself, then job says what did it
  actor_id uuid,
  job text,
  -- when it counts from, and when it was written
  effective_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((actor_id IS NULL) <> (job IS NULL))
);
CREATE INDEX transfer_reference ON transfer (reference_id);

CREATE TABLE entry (
  account_id uuid NOT NULL REFERENCES account (id),
  sequence bigint NOT NULL CHECK (sequence > 0),
  transfer_id uuid NOT NULL REFERENCES transfer (id),
  -- micro-dollars: a debit is positive, a credit negative
  amount bigint NOT NULL CHECK (amount <> 0),
  -- micro-dollars on the account's own side
  balance_after bigint NOT NULL,
  PRIMARY KEY (account_id, sequence)
);
CREATE INDEX entry_transfer ON entry (transfer_id);

CREATE FUNCTION books_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append only: post a correcting transfer instead', TG_TABLE_NAME USING ERRCODE = 'PLB05';
END $$;

CREATE TRIGGER transfer_append_only BEFORE UPDATE OR DELETE ON transfer FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER transfer_no_truncate BEFORE TRUNCATE ON transfer FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER entry_append_only BEFORE UPDATE OR DELETE ON entry FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER entry_no_truncate BEFORE TRUNCATE ON entry FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER account_no_delete BEFORE DELETE ON account FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER account_no_truncate BEFORE TRUNCATE ON account FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();

CREATE FUNCTION account_opens_empty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.balance <> 0 OR NEW.version <> 0 THEN
    RAISE EXCEPTION 'account % must open empty', NEW.name USING ERRCODE = 'PLB06';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER account_opens_empty BEFORE INSERT ON account FOR EACH ROW EXECUTE FUNCTION account_opens_empty();

-- An account's balance moves only to what its entries say.
CREATE FUNCTION account_follows_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.name, NEW.side, NEW.floor, NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.name, OLD.side, OLD.floor, OLD.created_at)
     OR NEW.version <= OLD.version
     OR NOT EXISTS (SELECT FROM entry WHERE account_id = NEW.id AND sequence = NEW.version AND balance_after = NEW.balance)
     OR EXISTS (SELECT FROM entry WHERE account_id = NEW.id AND sequence = NEW.version + 1)
  THEN
    RAISE EXCEPTION 'account % changes by its entries alone', OLD.name USING ERRCODE = 'PLB06';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER account_follows_entries BEFORE UPDATE ON account FOR EACH ROW EXECUTE FUNCTION account_follows_entries();

-- A transfer and all its entries are written by one statement, and balance.
CREATE FUNCTION transfer_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong uuid;
BEGIN
  SELECT made.id INTO wrong
  FROM made
  LEFT JOIN LATERAL (
    SELECT count(*) AS entries, coalesce(sum(amount), 0) AS total FROM entry WHERE transfer_id = made.id
  ) AS lines ON true
  WHERE lines.entries < 2 OR lines.total <> 0
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % needs at least two entries that sum to zero', wrong USING ERRCODE = 'PLB04';
  END IF;

  SELECT made.id INTO wrong
  FROM made
  WHERE made.reverses IS NOT NULL AND EXISTS (
    SELECT FROM entry WHERE transfer_id IN (made.id, made.reverses)
    GROUP BY account_id HAVING sum(amount) <> 0
  )
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % is not the opposite of what it reverses', wrong USING ERRCODE = 'PLB04';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER transfer_balances AFTER INSERT ON transfer
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION transfer_balances();

-- Entries continue their account's chain without a gap, come with their whole transfer, and carry the balance along.
CREATE FUNCTION entries_continue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT transfer_id, count(*) AS now_made, sum(amount) AS total FROM made GROUP BY transfer_id) AS lines
    WHERE total <> 0 OR now_made <> (SELECT count(*) FROM entry WHERE entry.transfer_id = lines.transfer_id)
  ) THEN
    RAISE EXCEPTION 'entries are written together with their whole transfer and sum to zero' USING ERRCODE = 'PLB04';
  END IF;

  IF EXISTS (
    SELECT FROM (
      SELECT made.sequence, made.balance_after, account.version, account.balance,
        row_number() OVER chain AS place, account.side * sum(made.amount) OVER chain AS moved
      FROM made JOIN account ON account.id = made.account_id
      WINDOW chain AS (PARTITION BY made.account_id ORDER BY made.sequence)
    ) AS line
    WHERE sequence <> version + place OR balance_after <> balance + moved
  ) THEN
    RAISE EXCEPTION 'entries must continue the chain of their account' USING ERRCODE = 'PLB04';
  END IF;

  UPDATE account SET balance = last.balance_after, version = last.sequence
  FROM (SELECT DISTINCT ON (account_id) account_id, sequence, balance_after FROM made ORDER BY account_id, sequence DESC) AS last
  WHERE account.id = last.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER entries_continue AFTER INSERT ON entry
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION entries_continue();

-- Opens accounts: [{"id": uuid, "name": text, "side": 1 | -1, "floor": bigint | null}]. What is open stays as it is.
CREATE FUNCTION ledger_open(accounts jsonb, at timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO account (id, name, side, floor, created_at)
  SELECT id, name, side, floor, at
  FROM jsonb_to_recordset(accounts) AS asked (id uuid, name text, side smallint, floor bigint)
  ON CONFLICT (name) DO NOTHING;
$$;

-- Posts transfers, in order, all or none:
-- [{"id", "key", "fingerprint", "kind", "reference_kind", "reference_id", "reverses", "corrects", "actor_id", "job", "effective_at",
--   "entries": [{"account": name, "amount": "micro-dollars, debit positive"}]}]
-- A key that was posted before with the same fingerprint is passed over (replay).
-- Answers the id under which each key stands in the books, and whether it was there before.
-- PLB01 an account would go under its floor (detail: account, shortfall), PLB02 key used for something else, PLB03 no such account.
CREATE FUNCTION ledger_post(batch jsonb) RETURNS TABLE (key text, transfer_id uuid, replayed boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  fresh jsonb;
  problem record;
BEGIN
  PERFORM FROM account
  WHERE name IN (SELECT line ->> 'account' FROM jsonb_array_elements(batch) AS t, jsonb_array_elements(t -> 'entries') AS line)
  ORDER BY id FOR NO KEY UPDATE;

  SELECT line ->> 'account' AS name INTO problem
  FROM jsonb_array_elements(batch) AS t, jsonb_array_elements(t -> 'entries') AS line
  WHERE NOT EXISTS (SELECT FROM account WHERE account.name = line ->> 'account') LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'there is no account %', problem.name USING ERRCODE = 'PLB03';
  END IF;

  SELECT t ->> 'key' AS key INTO problem
  FROM jsonb_array_elements(batch) AS t JOIN transfer ON transfer.idempotency_key = t ->> 'key'
  WHERE transfer.fingerprint <> t ->> 'fingerprint' LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the key % was used for another transfer', problem.key USING ERRCODE = 'PLB02';
  END IF;

  SELECT coalesce(jsonb_agg(t ORDER BY place), '[]') INTO fresh
  FROM jsonb_array_elements(batch) WITH ORDINALITY AS asked (t, place)
  WHERE NOT EXISTS (SELECT FROM transfer WHERE transfer.idempotency_key = t ->> 'key');

  -- Under a floor? Said with the account and what is missing; the table's own CHECK stands behind it.
  SELECT line.name, line.shortfall INTO problem
  FROM (
    SELECT account.name,
      account.floor - (account.balance + account.side * sum((l ->> 'amount')::bigint) OVER (PARTITION BY account.id ORDER BY asked.place, lines.place)) AS shortfall
    FROM jsonb_array_elements(fresh) WITH ORDINALITY AS asked (t, place),
      jsonb_array_elements(t -> 'entries') WITH ORDINALITY AS lines (l, place)
      JOIN account ON account.name = l ->> 'account'
  ) AS line
  WHERE line.shortfall > 0 ORDER BY line.shortfall DESC LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '% would go under its floor by %', problem.name, problem.shortfall
      USING ERRCODE = 'PLB01', DETAIL = json_build_object('account', problem.name, 'shortfall', problem.shortfall::text)::text;
  END IF;

  WITH written AS (
    INSERT INTO transfer (id, idempotency_key, fingerprint, kind, reference_kind, reference_id, reverses, corrects, actor_id, job, effective_at)
    SELECT r.id, r.key, r.fingerprint, r.kind, r.reference_kind, r.reference_id, r.reverses, r.corrects, r.actor_id, r.job, r.effective_at
    FROM jsonb_to_recordset(fresh) AS r (id uuid, key text, fingerprint text, kind text, reference_kind text, reference_id uuid,
      reverses uuid, corrects uuid, actor_id uuid, job text, effective_at timestamptz)
    RETURNING id
  )
  INSERT INTO entry (account_id, sequence, transfer_id, amount, balance_after)
  SELECT account.id,
    account.version + row_number() OVER chain,
    (t ->> 'id')::uuid,
    (l ->> 'amount')::bigint,
    (account.balance + account.side * sum((l ->> 'amount')::bigint) OVER chain)::bigint
  FROM jsonb_array_elements(fresh) WITH ORDINALITY AS asked (t, place),
    jsonb_array_elements(t -> 'entries') WITH ORDINALITY AS lines (l, place)
    JOIN account ON account.name = l ->> 'account'
  WINDOW chain AS (PARTITION BY account.id ORDER BY asked.place, lines.place);

  RETURN QUERY
  SELECT transfer.idempotency_key, transfer.id, transfer.id <> (t ->> 'id')::uuid
  FROM jsonb_array_elements(batch) WITH ORDINALITY AS asked (t, place)
  JOIN transfer ON transfer.idempotency_key = t ->> 'key'
  ORDER BY place;
END $$;

REVOKE ALL ON FUNCTION ledger_open(jsonb, timestamptz), ledger_post(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_open(jsonb, timestamptz), ledger_post(jsonb) TO plumb_app;
GRANT SELECT ON account, transfer, entry TO plumb_app;

-- The operator's own accounts. Those of investors and wallets open with them.
SELECT ledger_open('[
  {"id": "00000000-0000-7000-8000-000000000001", "name": "equity/capital", "side": -1, "floor": null},
  {"id": "00000000-0000-7000-8000-000000000002", "name": "equity/adjustments", "side": -1, "floor": null},
  {"id": "00000000-0000-7000-8000-000000000003", "name": "income/returns", "side": -1, "floor": null},
  {"id": "00000000-0000-7000-8000-000000000004", "name": "income/fees", "side": -1, "floor": null},
  {"id": "00000000-0000-7000-8000-000000000005", "name": "expense/yield", "side": 1, "floor": null},
  {"id": "00000000-0000-7000-8000-000000000006", "name": "expense/referral", "side": 1, "floor": null}
]', now());
