-- Posting takes arrays and the ids of accounts, in one pass: what stands on each account is read once, under its lock,
-- and carried from line to line. Whether a transfer is whole, sums to zero and continues the chains of its accounts is
-- looked at once for each statement, for whoever writes it.

-- Rows of accounts are updated in place: half of each page is left for what they will be.
ALTER TABLE account SET (fillfactor = 50);

-- What was asked for under a key stands in the books: a retry is compared with that.
ALTER TABLE transfer DROP COLUMN fingerprint;
-- Their triggers see that the account, the transfer and the act are there.
ALTER TABLE entry DROP CONSTRAINT entry_account_id_fkey, DROP CONSTRAINT entry_transfer_id_fkey;
-- Hardly any transfer undoes another or sets one right.
ALTER TABLE transfer DROP CONSTRAINT transfer_reverses_key;
CREATE UNIQUE INDEX transfer_reverses_key ON transfer (reverses) WHERE reverses IS NOT NULL;

-- An account moves by its entries alone, within the trigger that follows them; nothing else of it ever changes.
DROP TRIGGER account_follows_entries ON account;
DROP FUNCTION account_follows_entries();
CREATE FUNCTION account_follows_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'account % changes by its entries alone', OLD.name USING ERRCODE = 'PLB06';
END $$;
CREATE TRIGGER account_follows_entries BEFORE UPDATE ON account
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION account_follows_entries();

-- Entries come with their whole transfer and sum to zero. Each follows the one before it on its account, or is the first
-- there, and carries the balance along; the account stands where its last one does. The look-ups go by index, however the
-- planner counts what was made.
CREATE OR REPLACE FUNCTION entries_continue() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  wrong record;
BEGIN
  SELECT transfer_id, bool_or(breaks) AS breaks INTO wrong
  FROM (
    SELECT transfer_id, amount,
      balance_after IS DISTINCT FROM amount * (SELECT side FROM account WHERE account.id = made.account_id) + CASE sequence
        WHEN 1 THEN 0
        ELSE (
          SELECT before.balance_after FROM entry AS before
          WHERE before.account_id = made.account_id AND before.sequence = made.sequence - 1
        )
      END AS breaks
    FROM made
  ) AS line
  GROUP BY transfer_id
  HAVING sum(amount) <> 0 OR count(*) < 2
    OR count(*) <> (SELECT count(*) FROM entry WHERE entry.transfer_id = line.transfer_id)
    OR NOT EXISTS (SELECT FROM transfer WHERE transfer.id = line.transfer_id)
    OR bool_or(breaks)
  LIMIT 1;
  IF wrong.breaks THEN
    RAISE EXCEPTION 'entries of transfer % do not continue the chain of their account', wrong.transfer_id USING ERRCODE = 'PLB04';
  ELSIF FOUND THEN
    RAISE EXCEPTION 'transfer % needs all of its entries in one statement, at least two, that sum to zero', wrong.transfer_id
      USING ERRCODE = 'PLB04';
  END IF;

  UPDATE account SET balance = made.balance_after, version = made.sequence
  FROM made
  WHERE account.id = made.account_id AND NOT EXISTS (
    SELECT FROM entry AS after WHERE after.account_id = made.account_id AND after.sequence = made.sequence + 1
  );
  RETURN NULL;
END $$;

-- A transfer has its entries (what they are is looked at with them), is the opposite of what it reverses, and counts from
-- the time at which it is posted: not from one to come, PLB07, and, but for who brings books along, from none that is
-- long gone, PLB09 (0050).
DROP TRIGGER transfer_balances ON transfer;
DROP TRIGGER transfer_not_ahead ON transfer;
DROP FUNCTION transfer_balances();
DROP FUNCTION transfer_not_ahead();
CREATE FUNCTION transfer_is_whole() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  present constant timestamptz := database_now();
  wrong record;
BEGIN
  -- one look for what is wrong with any of them; what it is, is asked for only where there is something
  IF NOT EXISTS (
    SELECT FROM made
    WHERE reverses IS NOT NULL OR effective_at > present OR effective_at < present - interval '5 minutes'
      OR NOT EXISTS (SELECT FROM entry WHERE entry.transfer_id = made.id)
  ) THEN
    RETURN NULL;
  END IF;

  SELECT id INTO wrong FROM made WHERE NOT EXISTS (SELECT FROM entry WHERE entry.transfer_id = made.id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % needs at least two entries that sum to zero', wrong.id USING ERRCODE = 'PLB04';
  END IF;

  SELECT id INTO wrong FROM made
  WHERE reverses IS NOT NULL AND EXISTS (
    SELECT FROM entry WHERE transfer_id IN (made.id, made.reverses) GROUP BY account_id HAVING sum(amount) <> 0
  ) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % is not the opposite of what it reverses', wrong.id USING ERRCODE = 'PLB04';
  END IF;

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
CREATE TRIGGER transfer_is_whole AFTER INSERT ON transfer
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION transfer_is_whole();

-- What stands under keys that may be in the books already, in their order: the transfer of each, or null. What is asked
-- for has to be what stands, or, of an equal key before it in the batch, what was asked for there: else PLB02.
CREATE FUNCTION ledger_standing(
  keys text[], kinds text[], reference_kinds text[], reference_ids uuid[], reversed uuid[], corrected uuid[],
  line_transfers integer[], line_accounts uuid[], line_amounts bigint[]
) RETURNS uuid[] LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  other text;
BEGIN
  SELECT asked.key INTO other
  FROM unnest(keys, kinds, reference_kinds, reference_ids, reversed, corrected)
    WITH ORDINALITY AS asked (key, kind, reference_kind, reference_id, reversed, corrected, place)
  JOIN transfer ON transfer.idempotency_key = asked.key
  WHERE (transfer.kind, transfer.reference_kind, transfer.reference_id, transfer.reverses, transfer.corrects)
      IS DISTINCT FROM (asked.kind, asked.reference_kind, asked.reference_id, asked.reversed, asked.corrected)
    OR (SELECT array_agg((account_id, amount) ORDER BY account_id, amount) FROM entry WHERE transfer_id = transfer.id)
      IS DISTINCT FROM (
        SELECT array_agg((account, amount) ORDER BY account, amount)
        FROM unnest(line_transfers, line_accounts, line_amounts) AS line (place, account, amount) WHERE line.place = asked.place
      )
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the key % was used for another transfer', other USING ERRCODE = 'PLB02';
  END IF;
  RETURN (
    SELECT array_agg(transfer.id ORDER BY place)
    FROM unnest(keys) WITH ORDINALITY AS asked (key, place) LEFT JOIN transfer ON transfer.idempotency_key = asked.key
  );
END $$;

-- Posts transfers, in order, all or none, for one actor (with the act, by its line in the audit log) or one job, from one
-- time. `ids`, `keys` and what follows say one transfer each. A line names the place of its transfer, an account, and
-- micro-dollars, a debit positive; lines come by account, those of an account in the order in which they count.
-- A key that was posted before with the same content is passed over (replay).
-- Answers the id under which each key stands in the books: the one given, where it was posted now.
-- PLB01 an account would go under its floor (detail: account, shortfall), PLB02 key used for something else, PLB03 no such
-- account, PLB08 somebody posts without an act.
DROP FUNCTION ledger_post(jsonb);
CREATE FUNCTION ledger_post(
  ids uuid[], keys text[], kinds text[], reference_kinds text[], reference_ids uuid[], reversed uuid[], corrected uuid[],
  actor uuid, act uuid, by_job text, at timestamptz,
  line_transfers integer[], line_accounts uuid[], line_amounts bigint[]
) RETURNS uuid[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  lines constant integer := cardinality(line_accounts);
  -- what is to be written: one place for each line that is new
  accounts uuid[];
  sequences bigint[];
  transfers uuid[];
  amounts bigint[];
  balances bigint[];
  stand uuid[];
  one record;
  place integer;
  made integer;
  newest bigint;
  present bigint;
  missing bigint;
  short text;
BEGIN
  IF actor IS NOT NULL AND act IS NULL THEN
    RAISE EXCEPTION 'the transfer % is somebody''s and names no act', keys[1] USING ERRCODE = 'PLB08';
  END IF;

  -- Once, and once more where some of it turns out to stand already: that is known only under the locks.
  LOOP
    accounts := NULL; sequences := NULL; transfers := NULL; amounts := NULL; balances := NULL;
    place := 1;
    made := 0;
    missing := 0;
    -- locked in the order of their ids, so that nobody waits for somebody who waits for them
    FOR one IN
      SELECT id, name, side, floor, balance, version FROM account WHERE id = ANY (line_accounts) ORDER BY id FOR NO KEY UPDATE
    LOOP
      newest := one.version;
      present := one.balance;
      WHILE line_accounts[place] = one.id LOOP
        IF stand IS NULL OR stand[line_transfers[place]] IS NULL THEN
          newest := newest + 1;
          present := present + one.side * line_amounts[place];
          IF one.floor - present > missing THEN
            missing := one.floor - present;
            short := one.name;
          END IF;
          made := made + 1;
          accounts[made] := one.id;
          sequences[made] := newest;
          transfers[made] := ids[line_transfers[place]];
          amounts[made] := line_amounts[place];
          balances[made] := present;
        END IF;
        place := place + 1;
      END LOOP;
    END LOOP;
    IF place <= lines THEN
      RAISE EXCEPTION 'there is no account %, or the lines do not come by account', line_accounts[place] USING ERRCODE = 'PLB03';
    END IF;
    EXIT WHEN stand IS NOT NULL OR NOT EXISTS (SELECT FROM transfer WHERE idempotency_key = ANY (keys));
    stand := ledger_standing(keys, kinds, reference_kinds, reference_ids, reversed, corrected, line_transfers, line_accounts, line_amounts);
  END LOOP;

  -- Under a floor? Said with the account and what is missing; the table's own CHECK stands behind it.
  IF missing > 0 THEN
    RAISE EXCEPTION '% would go under its floor by %', short, missing
      USING ERRCODE = 'PLB01', DETAIL = json_build_object('account', short, 'shortfall', missing::text)::text;
  END IF;
  IF made > 0 THEN
    WITH written AS (
      INSERT INTO transfer (id, idempotency_key, kind, reference_kind, reference_id, reverses, corrects, actor_id, job, act_id, effective_at)
      SELECT asked.id, asked.key, asked.kind, asked.reference_kind, asked.reference_id, asked.reverses, asked.corrects, actor, by_job, act, at
      FROM unnest(ids, keys, kinds, reference_kinds, reference_ids, reversed, corrected)
        WITH ORDINALITY AS asked (id, key, kind, reference_kind, reference_id, reverses, corrects, nth)
      WHERE stand IS NULL OR stand[asked.nth] IS NULL
    )
    INSERT INTO entry (account_id, sequence, transfer_id, amount, balance_after)
    SELECT * FROM unnest(accounts, sequences, transfers, amounts, balances);
  END IF;
  IF stand IS NULL THEN
    RETURN ids;
  END IF;
  RETURN (SELECT array_agg(coalesce(known, given) ORDER BY nth) FROM unnest(stand, ids) WITH ORDINALITY AS each (known, given, nth));
END $$;

REVOKE ALL ON FUNCTION
  ledger_post(uuid[], text[], text[], text[], uuid[], uuid[], uuid[], uuid, uuid, text, timestamptz, integer[], uuid[], bigint[]),
  ledger_standing(text[], text[], text[], uuid[], uuid[], uuid[], integer[], uuid[], bigint[])
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  ledger_post(uuid[], text[], text[], text[], uuid[], uuid[], uuid[], uuid, uuid, text, timestamptz, integer[], uuid[], bigint[])
TO plumb_app;
