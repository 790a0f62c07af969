-- A transfer names the act that it came with: the line of the audit log, in which who made it says why. What a job posts
-- has none. Nobody has to look for a reason by times any more.

-- Everything that is wrong with the books, in sentences; nothing, when they balance.
CREATE FUNCTION ledger_problems() RETURNS TABLE (problem text)
LANGUAGE sql STABLE AS $$
  SELECT 'transfer ' || t.id || ' does not balance'
  FROM transfer t LEFT JOIN entry e ON e.transfer_id = t.id
  GROUP BY t.id HAVING count(e.amount) < 2 OR sum(e.amount) <> 0
  UNION ALL
  SELECT 'account ' || a.name || ' differs from the sum of its entries'
  FROM account a LEFT JOIN entry e ON e.account_id = a.id
  GROUP BY a.id HAVING a.balance <> a.side * coalesce(sum(e.amount), 0) OR a.version <> count(e.amount)
  UNION ALL
  SELECT 'the chain of account ' || a.name || ' breaks at ' || e.sequence
  FROM (
    SELECT account_id, sequence, balance_after, amount,
      lag(balance_after, 1, 0::bigint) OVER chain AS before, row_number() OVER chain AS place
    FROM entry WINDOW chain AS (PARTITION BY account_id ORDER BY sequence)
  ) AS e JOIN account a ON a.id = e.account_id
  WHERE e.sequence <> e.place OR e.balance_after <> e.before + a.side * e.amount
  UNION ALL
  SELECT 'account ' || name || ' is below its floor' FROM account WHERE floor IS NOT NULL AND balance < floor
  UNION ALL
  SELECT 'debits and credits differ by ' || sum(amount) FROM entry HAVING sum(amount) <> 0
$$;

-- For the end of a migration that has touched the books.
CREATE PROCEDURE refuse_wrong_books() LANGUAGE plpgsql AS $$
DECLARE
  found text;
BEGIN
  SELECT string_agg(problem, '; ') INTO found FROM (SELECT problem FROM ledger_problems() LIMIT 3) AS few;
  IF found IS NOT NULL THEN
    RAISE EXCEPTION 'the books are wrong: %', found;
  END IF;
END $$;
REVOKE ALL ON PROCEDURE refuse_wrong_books() FROM PUBLIC;

ALTER TABLE transfer ADD COLUMN act_id uuid;

-- Which act a transfer came with that is there already: the first that was written down after it by the same person about
-- the same record, within 30 seconds, by the milliseconds that both ids (UUID version 7) carry. Daily earnings were left
-- out: nobody decides them.
CREATE FUNCTION id_made_at(id uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT ('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint
$$;
ALTER TABLE transfer DISABLE TRIGGER transfer_append_only;
UPDATE transfer SET act_id = found.act_id
FROM (
  SELECT asked.id, act.id AS act_id
  FROM transfer AS asked CROSS JOIN LATERAL (
    SELECT line.id FROM audit_entry AS line
    WHERE line.subject_id = asked.reference_id AND line.actor_id = asked.actor_id
      AND id_made_at(line.id) BETWEEN id_made_at(asked.id) AND id_made_at(asked.id) + 30000
    ORDER BY id_made_at(line.id), line.at, line.id LIMIT 1
  ) AS act
  WHERE asked.actor_id IS NOT NULL AND asked.kind <> 'investment earned'
) AS found
WHERE transfer.id = found.id;
ALTER TABLE transfer ENABLE TRIGGER transfer_append_only;
DROP FUNCTION id_made_at(uuid);

-- The act is looked for when the transaction commits: a posting comes before or after the line that it names.
ALTER TABLE transfer
  ADD CONSTRAINT transfer_actor FOREIGN KEY (actor_id) REFERENCES app_user (id),
  ADD CONSTRAINT transfer_act FOREIGN KEY (act_id) REFERENCES audit_entry (id) DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT transfer_act_of_somebody CHECK (act_id IS NULL OR actor_id IS NOT NULL);

-- As in 0022, with the act: posts transfers, in order, all or none:
-- [{"id", "key", "fingerprint", "kind", "reference_kind", "reference_id", "reverses", "corrects", "actor_id", "job", "act_id", "effective_at",
--   "entries": [{"account": name, "amount": "micro-dollars, debit positive"}]}]
-- A key that was posted before with the same fingerprint is passed over (replay).
-- Answers the id under which each key stands in the books, and whether it was there before.
-- PLB01 an account would go under its floor (detail: account, shortfall), PLB02 key used for something else, PLB03 no such account,
-- PLB08 somebody posts without an act.
CREATE OR REPLACE FUNCTION ledger_post(batch jsonb) RETURNS TABLE (key text, transfer_id uuid, replayed boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  fresh jsonb;
  named record;
  problem record;
  one uuid;
BEGIN
  SELECT t ->> 'key' AS key INTO problem
  FROM jsonb_array_elements(batch) AS t WHERE t ->> 'actor_id' IS NOT NULL AND t ->> 'act_id' IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the transfer % is somebody''s and names no act', problem.key USING ERRCODE = 'PLB08';
  END IF;

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
    INSERT INTO transfer (id, idempotency_key, fingerprint, kind, reference_kind, reference_id, reverses, corrects, actor_id, job, act_id, effective_at)
    SELECT r.id, r.key, r.fingerprint, r.kind, r.reference_kind, r.reference_id, r.reverses, r.corrects, r.actor_id, r.job, r.act_id, r.effective_at
    FROM jsonb_to_recordset(fresh) AS r (id uuid, key text, fingerprint text, kind text, reference_kind text, reference_id uuid,
      reverses uuid, corrects uuid, actor_id uuid, job text, act_id uuid, effective_at timestamptz)
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

CALL refuse_wrong_books();
