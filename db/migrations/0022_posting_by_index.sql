-- A posting finds each account and each key by its index, one by one, however the planner counts a batch and whatever it
-- knows of the tables: `OFFSET 0` keeps a look-up from being joined as a whole table. Nothing else about posting changes.

-- As in 0001: a transfer and all its entries are written by one statement and sum to zero, entries continue their
-- account's chain without a gap and carry the balance along.
CREATE OR REPLACE FUNCTION entries_continue() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last record;
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
      FROM made
      CROSS JOIN LATERAL (SELECT version, balance, side FROM account WHERE id = made.account_id OFFSET 0) AS account
      WINDOW chain AS (PARTITION BY made.account_id ORDER BY made.sequence)
    ) AS line
    WHERE sequence <> version + place OR balance_after <> balance + moved
  ) THEN
    RAISE EXCEPTION 'entries must continue the chain of their account' USING ERRCODE = 'PLB04';
  END IF;

  FOR last IN
    SELECT DISTINCT ON (account_id) account_id, sequence, balance_after FROM made ORDER BY account_id, sequence DESC
  LOOP
    UPDATE account SET balance = last.balance_after, version = last.sequence WHERE id = last.account_id;
  END LOOP;
  RETURN NULL;
END $$;

-- As in 0001: posts transfers, in order, all or none:
-- [{"id", "key", "fingerprint", "kind", "reference_kind", "reference_id", "reverses", "corrects", "actor_id", "job", "effective_at",
--   "entries": [{"account": name, "amount": "micro-dollars, debit positive"}]}]
-- A key that was posted before with the same fingerprint is passed over (replay).
-- Answers the id under which each key stands in the books, and whether it was there before.
-- PLB01 an account would go under its floor (detail: account, shortfall), PLB02 key used for something else, PLB03 no such account.
CREATE OR REPLACE FUNCTION ledger_post(batch jsonb) RETURNS TABLE (key text, transfer_id uuid, replayed boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  fresh jsonb;
  named record;
  problem record;
  one uuid;
BEGIN
  -- An account keeps its name and its id for ever, so both are read before the lock.
  SELECT array_agg(found.id ORDER BY found.id) AS ids, bool_or(found.id IS NULL) AS missing,
    min(asked.name) FILTER (WHERE found.id IS NULL) AS nobody
  INTO named
  FROM (
    SELECT DISTINCT line ->> 'account' AS name
    FROM jsonb_array_elements(batch) AS t, jsonb_array_elements(t -> 'entries') AS line
  ) AS asked
  LEFT JOIN LATERAL (SELECT id FROM account WHERE account.name = asked.name OFFSET 0) AS found ON true;
  IF named.missing THEN
    RAISE EXCEPTION 'there is no account %', named.nobody USING ERRCODE = 'PLB03';
  END IF;

  FOREACH one IN ARRAY coalesce(named.ids, '{}') LOOP
    PERFORM FROM account WHERE account.id = one FOR NO KEY UPDATE;
  END LOOP;

  SELECT t ->> 'key' AS key INTO problem
  FROM jsonb_array_elements(batch) AS t
  CROSS JOIN LATERAL (SELECT fingerprint FROM transfer WHERE idempotency_key = t ->> 'key' OFFSET 0) AS known
  WHERE known.fingerprint <> t ->> 'fingerprint' LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the key % was used for another transfer', problem.key USING ERRCODE = 'PLB02';
  END IF;

  SELECT coalesce(jsonb_agg(t ORDER BY place), '[]') INTO fresh
  FROM jsonb_array_elements(batch) WITH ORDINALITY AS asked (t, place)
  LEFT JOIN LATERAL (SELECT id FROM transfer WHERE idempotency_key = t ->> 'key' OFFSET 0) AS known ON true
  WHERE known.id IS NULL;

  -- Under a floor? Said with the account and what is missing; the table's own CHECK stands behind it.
  SELECT line.name, line.shortfall INTO problem
  FROM (
    SELECT account.name,
      account.floor - (account.balance + account.side * sum((l ->> 'amount')::bigint) OVER (PARTITION BY account.id ORDER BY asked.place, lines.place)) AS shortfall
    FROM jsonb_array_elements(fresh) WITH ORDINALITY AS asked (t, place),
      jsonb_array_elements(t -> 'entries') WITH ORDINALITY AS lines (l, place)
      CROSS JOIN LATERAL (SELECT id, name, side, floor, balance FROM account WHERE name = l ->> 'account' OFFSET 0) AS account
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
    CROSS JOIN LATERAL (SELECT id, side, balance, version FROM account WHERE name = l ->> 'account' OFFSET 0) AS account
  WINDOW chain AS (PARTITION BY account.id ORDER BY asked.place, lines.place);

  RETURN QUERY
  SELECT known.idempotency_key, known.id, known.id <> (t ->> 'id')::uuid
  FROM jsonb_array_elements(batch) WITH ORDINALITY AS asked (t, place)
  CROSS JOIN LATERAL (SELECT idempotency_key, id FROM transfer WHERE idempotency_key = t ->> 'key' OFFSET 0) AS known
  ORDER BY place;
END $$;
