-- Posting has a second way in, by the same rules: besides all or none, one result for each transfer.
DROP FUNCTION
  ledger_post(bigint[], transfer_kind[], record_kind[], uuid[], bigint[], bigint[], uuid, uuid, text, timestamptz,
    integer[], integer[], integer[], bigint[]),
  ledger_standing(bigint[], transfer_kind[], record_kind[], uuid[], bigint[], bigint[], integer[], integer[], integer[], bigint[]);

-- What stands under keys that may be in the books already, in their order: the transfer of each, or null, and whether it
-- is another than is asked for.
CREATE FUNCTION ledger_standing(
  keys bigint[], kinds transfer_kind[], reference_kinds record_kind[], reference_ids uuid[], reversed bigint[], corrected bigint[],
  accounts integer[], line_transfers integer[], line_places integer[], line_amounts bigint[],
  OUT stand bigint[], OUT otherwise boolean[]
) LANGUAGE sql AS $$
  SELECT array_agg(transfer.id ORDER BY place), array_agg(
    transfer.id IS NOT NULL AND (
      (transfer.kind, transfer.reference_kind, transfer.reverses, transfer.corrects)
        IS DISTINCT FROM (asked.kind, asked.reference_kind, asked.reversed, asked.corrected)
      OR (SELECT array_agg((account_id, amount) ORDER BY account_id, amount) FROM entry WHERE transfer_id = transfer.id)
        IS DISTINCT FROM (
          SELECT array_agg((accounts[line.account], line.amount) ORDER BY accounts[line.account], line.amount)
          FROM unnest(line_transfers, line_places, line_amounts) AS line (place, account, amount) WHERE line.place = asked.place
        )
    ) ORDER BY place)
  FROM unnest(keys, kinds, reference_kinds, reference_ids, reversed, corrected)
    WITH ORDINALITY AS asked (key, kind, reference_kind, reference_id, reversed, corrected, place)
  LEFT JOIN transfer ON transfer.reference_id = asked.reference_id AND transfer.key = asked.key
$$;

-- Posts transfers, in order, for one actor (with the act, by its line in the audit log) or one job, from one time: all or
-- none or, one by one, each that can be. Where no time is given, it is that at which the accounts are locked. `keys` and what follows say one transfer each; no two of a record have the same
-- key. `accounts` are those of the lines, each once, ascending. A line names the place of its transfer, the place of its
-- account, and micro-dollars, a debit positive; the lines of an account come in the order in which they count and, one by
-- one, those of a transfer one after the other.
-- A key that was posted before with the same content is passed over (replay).
-- Answers the numbers of the transfers, and which of them stood there before (null: none). One by one also why each that is
-- left out is: 'key used otherwise', 'unknown account', or 'insufficient', with the account that would go under its floor and
-- what is missing. What is left out counts for none of those behind it.
-- PLB01 an account would go under its floor (detail: account, shortfall), PLB02 key used for something else, PLB03 no such
-- account: these all or none. PLB08 somebody posts without an act.
-- Its plans are made once: planned for the arrays of each call, planning takes longer than posting. Arrays are read by
-- place: to unnest seven of them begins seven scans, which costs one posting more than its rows.
CREATE FUNCTION ledger_post(
  keys bigint[], kinds transfer_kind[], reference_kinds record_kind[], reference_ids uuid[], reversed bigint[], corrected bigint[],
  actor uuid, act uuid, by_job text, at timestamptz,
  accounts integer[], line_transfers integer[], line_places integer[], line_amounts bigint[], one_by_one boolean DEFAULT false,
  OUT ids bigint[], OUT replayed boolean[], OUT left_out text[], OUT short_accounts integer[], OUT shortfalls bigint[]
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  -- of each account, before its next line; nulls of one that is not there
  sides smallint[];
  floors bigint[];
  balances bigint[];
  versions integer[];
  -- what is to be written: one place for each line that is new
  written_accounts integer[];
  written_sequences integer[];
  written_transfers bigint[];
  written_amounts bigint[];
  written_balances bigint[];
  stand bigint[];
  otherwise boolean[];
  account_place integer;
  place integer;
  made integer;
  missing bigint;
  short integer;
  is_unknown boolean := false;
BEGIN
  IF actor IS NOT NULL AND act IS NULL THEN
    RAISE EXCEPTION 'a transfer (%) is somebody''s and names no act', kinds[1] USING ERRCODE = 'PLB08';
  END IF;

  IF one_by_one THEN
    left_out := array_fill(NULL::text, ARRAY[cardinality(keys)]);
    short_accounts := array_fill(NULL::integer, ARRAY[cardinality(keys)]);
    shortfalls := array_fill(NULL::bigint, ARRAY[cardinality(keys)]);
  END IF;

  -- Locked in the order of their ids, so that nobody waits for somebody who waits for them. Each is read from its newest row
  -- back: while a snapshot stays open (a backup), the rows that an account has left behind are kept before it.
  SELECT array_agg(side), array_agg(floor), array_agg(balance), array_agg(version) INTO sides, floors, balances, versions
  FROM (
    SELECT newest.* FROM (SELECT one FROM unnest(accounts) AS asked (one) ORDER BY one) AS asked
    CROSS JOIN LATERAL (
      SELECT id, side, floor, balance, version FROM account WHERE id <= one ORDER BY id DESC LIMIT 1 FOR NO KEY UPDATE
    ) AS newest
    WHERE newest.id = one
  ) AS locked;
  IF cardinality(accounts) IS DISTINCT FROM cardinality(sides) THEN
    IF NOT one_by_one THEN
      RAISE EXCEPTION 'one of the accounts % is not there, or is named twice', accounts USING ERRCODE = 'PLB03';
    END IF;
    SELECT array_agg(side ORDER BY n), array_agg(floor ORDER BY n), array_agg(balance ORDER BY n), array_agg(version ORDER BY n)
    INTO sides, floors, balances, versions
    FROM unnest(accounts) WITH ORDINALITY AS asked (id, n) LEFT JOIN account ON account.id = asked.id;
  END IF;

  at := coalesce(at, date_trunc('milliseconds', database_now()));

  -- what stands already is known only under the locks
  IF EXISTS (
    SELECT FROM generate_series(1, cardinality(keys)) AS n
    JOIN transfer ON transfer.reference_id = reference_ids[n] AND transfer.key = keys[n]
  ) THEN
    SELECT * INTO stand, otherwise FROM ledger_standing(keys, kinds, reference_kinds, reference_ids, reversed, corrected,
      accounts, line_transfers, line_places, line_amounts);
    place := array_position(otherwise, true);
    IF place IS NOT NULL AND NOT one_by_one THEN
      RAISE EXCEPTION 'the key of % for the % % was used for another transfer, %', kinds[place], reference_kinds[place],
        reference_ids[place], stand[place] USING ERRCODE = 'PLB02';
    END IF;
    FOR n IN 1 .. cardinality(keys) LOOP
      replayed[n] := stand[n] IS NOT NULL AND NOT otherwise[n];
      IF otherwise[n] THEN left_out[n] := 'key used otherwise'; END IF;
    END LOOP;
  END IF;
  FOR n IN 1 .. cardinality(keys) LOOP
    ids[n] := coalesce(stand[n], nextval('transfer_number'));
  END LOOP;

  made := 0;
  missing := 0;
  FOR n IN 1 .. cardinality(line_places) LOOP
    place := line_transfers[n];
    IF stand[place] IS NULL THEN
      account_place := line_places[n];
      made := made + 1;
      versions[account_place] := versions[account_place] + 1;
      balances[account_place] := balances[account_place] + sides[account_place] * line_amounts[n];
      IF floors[account_place] - balances[account_place] > missing THEN
        missing := floors[account_place] - balances[account_place];
        short := accounts[account_place];
      END IF;
      written_accounts[made] := accounts[account_place];
      written_sequences[made] := versions[account_place];
      written_transfers[made] := ids[place];
      written_amounts[made] := line_amounts[n];
      written_balances[made] := balances[account_place];
      IF one_by_one THEN
        is_unknown := is_unknown OR sides[account_place] IS NULL;
        IF (is_unknown OR missing > 0) AND line_transfers[n + 1] IS DISTINCT FROM place THEN
          -- as if it had not been asked for
          IF is_unknown THEN
            left_out[place] := 'unknown account';
          ELSE
            left_out[place] := 'insufficient';
            short_accounts[place] := short;
            shortfalls[place] := missing;
          END IF;
          FOR undone IN REVERSE n .. 1 LOOP
            EXIT WHEN line_transfers[undone] <> place;
            account_place := line_places[undone];
            versions[account_place] := versions[account_place] - 1;
            balances[account_place] := balances[account_place] - sides[account_place] * line_amounts[undone];
            made := made - 1;
          END LOOP;
          written_accounts := written_accounts[:made];
          written_sequences := written_sequences[:made];
          written_transfers := written_transfers[:made];
          written_amounts := written_amounts[:made];
          written_balances := written_balances[:made];
          ids[place] := NULL;
          missing := 0;
          is_unknown := false;
        END IF;
      END IF;
    END IF;
  END LOOP;

  -- Under a floor? Said with the account and what is missing; the table's own CHECK stands behind it.
  IF missing > 0 THEN
    RAISE EXCEPTION '% would go under its floor by %', (SELECT name FROM account WHERE id = short), missing
      USING ERRCODE = 'PLB01', DETAIL = json_build_object(
        'account', (SELECT name FROM account WHERE id = short), 'shortfall', missing::text)::text;
  END IF;
  IF made > 0 THEN
    WITH written AS (
      INSERT INTO transfer (id, key, kind, reference_kind, reference_id, reverses, corrects, actor_id, act_id, job, effective_at)
      SELECT ids[n], keys[n], kinds[n], reference_kinds[n], reference_ids[n], reversed[n], corrected[n], actor, act, by_job, at
      FROM generate_series(1, cardinality(ids)) AS n WHERE stand[n] IS NULL AND ids[n] IS NOT NULL
    )
    INSERT INTO entry (account_id, sequence, transfer_id, amount, balance_after)
    SELECT written_accounts[n], written_sequences[n], written_transfers[n], written_amounts[n], written_balances[n]
    FROM generate_series(1, made) AS n;
  END IF;
END $$;

-- One by one, and where somebody posts one of the keys at the same moment, to other accounts, it looks again: then it stands.
-- Two who post a key to the same accounts wait for one another there.
CREATE FUNCTION ledger_post_each(
  keys bigint[], kinds transfer_kind[], reference_kinds record_kind[], reference_ids uuid[],
  actor uuid, act uuid, by_job text, at timestamptz,
  accounts integer[], line_transfers integer[], line_places integer[], line_amounts bigint[],
  OUT ids bigint[], OUT replayed boolean[], OUT left_out text[], OUT short_accounts integer[], OUT shortfalls bigint[]
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  nothing bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(keys)]);
  broken text;
BEGIN
  -- each time round one more of the keys stands, at least
  FOR turn IN 0 .. cardinality(keys) LOOP
    BEGIN
      SELECT * INTO ids, replayed, left_out, short_accounts, shortfalls
      FROM ledger_post(keys, kinds, reference_kinds, reference_ids, nothing, nothing, actor, act, by_job, at,
        accounts, line_transfers, line_places, line_amounts, true);
      RETURN;
    EXCEPTION WHEN unique_violation THEN
      GET STACKED DIAGNOSTICS broken = CONSTRAINT_NAME;
      IF broken <> 'transfer_key' OR turn = cardinality(keys) THEN RAISE; END IF;
    END;
  END LOOP;
END $$;

REVOKE ALL ON FUNCTION
  ledger_post(bigint[], transfer_kind[], record_kind[], uuid[], bigint[], bigint[], uuid, uuid, text, timestamptz,
    integer[], integer[], integer[], bigint[], boolean),
  ledger_post_each(bigint[], transfer_kind[], record_kind[], uuid[], uuid, uuid, text, timestamptz,
    integer[], integer[], integer[], bigint[]),
  ledger_standing(bigint[], transfer_kind[], record_kind[], uuid[], bigint[], bigint[], integer[], integer[], integer[], bigint[])
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  ledger_post(bigint[], transfer_kind[], record_kind[], uuid[], bigint[], bigint[], uuid, uuid, text, timestamptz,
    integer[], integer[], integer[], bigint[], boolean),
  ledger_post_each(bigint[], transfer_kind[], record_kind[], uuid[], uuid, uuid, text, timestamptz,
    integer[], integer[], integer[], bigint[])
TO plumb_app;
