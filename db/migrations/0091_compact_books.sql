-- The books in their compact form: accounts and transfers have numbers, a key is eight bytes that belong to its record,
-- kinds are types. A transfer of two entries takes some 390 bytes with all indexes, where it took 630 to 830. What is in
-- the books comes along, and its check stands at the end.

CREATE TYPE transfer_kind AS ENUM (
  'investment approved', 'investment received', 'investment refunded', 'investment earned', 'investment completed',
  'withdrawal held', 'withdrawal given back', 'withdrawal paid', 'referral bonus', 'top up', 'deduct',
  'funds in', 'funds out', 'correction', 'reversal'
);
CREATE TYPE record_kind AS ENUM ('investment', 'withdrawal', 'referral', 'user', 'wallet');

-- What a key is kept as: the first eight bytes of its SHA-256. It is compared within its record alone.
CREATE FUNCTION transfer_key(name text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ('x' || left(encode(sha256(convert_to(name, 'UTF8')), 'hex'), 16))::bit(64)::bigint
$$;

CREATE SEQUENCE account_number AS integer;
CREATE SEQUENCE transfer_number;

CREATE TABLE account_next (
  id integer NOT NULL DEFAULT nextval('account_number'),
  -- sequence of its last entry
  version integer NOT NULL DEFAULT 0,
  -- micro-dollars on the account's own side: always the balance_after of its last entry
  balance bigint NOT NULL DEFAULT 0,
  -- micro-dollars; null where the account may stand on either side of zero
  floor bigint,
  created_at timestamptz NOT NULL,
  -- the user, or the payment wallet; null for the operator's own
  owner_id uuid,
  -- 1: a debit raises it (assets, expenses); -1: a credit raises it (liabilities, equity, income)
  side smallint NOT NULL,
  -- what it holds (AccountKind of ledger/contract.ts)
  kind text NOT NULL,
  name text NOT NULL GENERATED ALWAYS AS (account_name(kind, owner_id)) STORED
) WITH (fillfactor = 50);
CREATE TABLE transfer_next (
  id bigint NOT NULL,
  -- `transfer_key` of what it was posted under
  key bigint NOT NULL,
  -- when it counts from, and when it was written
  effective_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- the record that it belongs to
  reference_id uuid NOT NULL,
  reference_kind record_kind NOT NULL,
  kind transfer_kind NOT NULL,
  -- null where it happened by itself, then job says what did it
  actor_id uuid,
  act_id uuid,
  job text,
  reverses bigint,
  corrects bigint
);
CREATE TABLE entry_next (
  account_id integer NOT NULL,
  sequence integer NOT NULL,
  transfer_id bigint NOT NULL,
  -- micro-dollars: a debit is positive, a credit negative
  amount bigint NOT NULL,
  -- micro-dollars on the account's own side
  balance_after bigint NOT NULL
);

CREATE TEMP TABLE numbered_account ON COMMIT DROP AS
  SELECT id, (row_number() OVER (ORDER BY created_at, name))::integer AS number FROM account;
CREATE TEMP TABLE numbered_transfer ON COMMIT DROP AS
  SELECT id, row_number() OVER (ORDER BY created_at, id) AS number FROM transfer;
ANALYZE numbered_account, numbered_transfer;

INSERT INTO account_next (id, version, balance, floor, created_at, owner_id, side, kind)
SELECT number, version, balance, floor, created_at, owner_id, side, kind
FROM account JOIN numbered_account USING (id) ORDER BY number;
INSERT INTO transfer_next
SELECT numbered.number, transfer_key(idempotency_key), effective_at, created_at, reference_id, reference_kind::record_kind,
  kind::transfer_kind, actor_id, act_id, job, reversed.number, corrected.number
FROM transfer JOIN numbered_transfer AS numbered USING (id)
LEFT JOIN numbered_transfer AS reversed ON reversed.id = transfer.reverses
LEFT JOIN numbered_transfer AS corrected ON corrected.id = transfer.corrects
ORDER BY numbered.number;
INSERT INTO entry_next
SELECT numbered_account.number, sequence, numbered_transfer.number, amount, balance_after
FROM entry JOIN numbered_account ON numbered_account.id = account_id JOIN numbered_transfer ON numbered_transfer.id = transfer_id
ORDER BY numbered_transfer.number, numbered_account.number, sequence;
SELECT setval('account_number', max(number)) FROM numbered_account HAVING count(*) > 0;
SELECT setval('transfer_number', max(number)) FROM numbered_transfer HAVING count(*) > 0;

DROP TABLE entry, transfer, account;
DROP FUNCTION entries_continue, transfer_is_whole, account_opens_empty, ledger_open, ledger_standing, ledger_post;
ALTER TABLE account_next RENAME TO account;
ALTER TABLE transfer_next RENAME TO transfer;
ALTER TABLE entry_next RENAME TO entry;
ALTER SEQUENCE account_number OWNED BY account.id;

-- What a row of an account is besides its balance is looked at when it is opened (account_opens_empty): it never changes.
ALTER TABLE account
  ADD PRIMARY KEY (id),
  ADD CONSTRAINT account_name_key UNIQUE (name),
  ADD CONSTRAINT account_floor CHECK (balance >= floor);
CREATE UNIQUE INDEX account_of_kind ON account (kind, owner_id) NULLS NOT DISTINCT;

-- Who reads what belongs to a record goes by its keys.
ALTER TABLE transfer
  ADD PRIMARY KEY (id),
  ADD CONSTRAINT transfer_key UNIQUE (reference_id, key),
  ADD CONSTRAINT transfer_actor FOREIGN KEY (actor_id) REFERENCES app_user (id),
  ADD CONSTRAINT transfer_act FOREIGN KEY (act_id) REFERENCES audit_entry (id) DEFERRABLE INITIALLY DEFERRED;
CREATE UNIQUE INDEX transfer_reverses_key ON transfer (reverses) WHERE reverses IS NOT NULL;
CREATE INDEX transfer_written ON transfer USING brin (created_at) WITH (autosummarize = on);
-- as in 0048, 0069 and 0075
CREATE INDEX transfer_through_custody ON transfer (effective_at) WHERE kind IN (
  'investment approved', 'investment received', 'investment refunded', 'withdrawal paid', 'funds in', 'funds out',
  'correction', 'reversal'
);
CREATE INDEX transfer_of_record_through_custody ON transfer (reference_id) WHERE kind IN (
  'investment approved', 'investment received', 'investment refunded', 'withdrawal paid', 'funds in', 'funds out',
  'correction', 'reversal'
);
CREATE INDEX transfer_completed ON transfer (effective_at) WHERE kind = 'investment completed';

ALTER TABLE entry ADD PRIMARY KEY (account_id, sequence);
CREATE INDEX entry_transfer ON entry (transfer_id);
ANALYZE account, transfer, entry;

CREATE TRIGGER transfer_append_only BEFORE UPDATE OR DELETE ON transfer FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER transfer_no_truncate BEFORE TRUNCATE ON transfer FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER entry_append_only BEFORE UPDATE OR DELETE ON entry FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER entry_no_truncate BEFORE TRUNCATE ON entry FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER account_no_delete BEFORE DELETE ON account FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER account_no_truncate BEFORE TRUNCATE ON account FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER account_follows_entries BEFORE UPDATE ON account
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION account_follows_entries();

-- An account opens empty, on the side that its kind has, and without a floor only where it is the operator's.
CREATE FUNCTION account_opens_empty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.balance <> 0 OR NEW.version <> 0 THEN
    RAISE EXCEPTION 'account % must open empty', NEW.name USING ERRCODE = 'PLB06';
  END IF;
  IF NEW.side <> (CASE WHEN NEW.kind IN ('custody', 'yield', 'referral expense') THEN 1 ELSE -1 END) THEN
    RAISE EXCEPTION 'an account for % has the other side', NEW.kind USING ERRCODE = '23514', CONSTRAINT = 'account_side';
  END IF;
  IF NEW.owner_id IS NOT NULL AND NEW.floor IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'an account of somebody may not go below zero' USING ERRCODE = '23514', CONSTRAINT = 'account_has_floor';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER account_opens_empty BEFORE INSERT ON account FOR EACH ROW EXECUTE FUNCTION account_opens_empty();

-- As in 0090: entries come with their whole transfer, none of zero, and sum to zero; each follows the one before it on its
-- account, or is the first there, and carries the balance along; the account stands where its last one does.
CREATE FUNCTION entries_continue() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong record;
BEGIN
  -- one look for what may be wrong with any of them; what it is, is asked for only where there is something
  IF EXISTS (
    SELECT FROM made
    GROUP BY transfer_id
    HAVING sum(amount) <> 0 OR count(*) < 2
      OR count(*) <> (SELECT count(*) FROM public.entry WHERE entry.transfer_id = made.transfer_id)
      OR NOT EXISTS (SELECT FROM public.transfer WHERE transfer.id = made.transfer_id)
      OR bool_or(amount = 0 OR balance_after IS DISTINCT FROM amount
        * (SELECT account.side FROM public.account WHERE account.id = made.account_id)
        + CASE sequence WHEN 1 THEN 0 ELSE (
          SELECT before.balance_after FROM public.entry AS before
          WHERE before.account_id = made.account_id AND before.sequence = made.sequence - 1
        ) END)
  ) THEN
    SELECT made.transfer_id INTO wrong FROM made
    LEFT JOIN public.account ON account.id = made.account_id
    LEFT JOIN public.entry AS before ON before.account_id = made.account_id AND before.sequence = made.sequence - 1
    WHERE made.balance_after IS DISTINCT FROM made.amount * account.side + CASE made.sequence WHEN 1 THEN 0 ELSE before.balance_after END
    LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'entries of transfer % do not continue the chain of their account', wrong.transfer_id USING ERRCODE = 'PLB04';
    END IF;
    RAISE EXCEPTION 'a transfer needs all of its entries in one statement, at least two, none of zero, that sum to zero'
      USING ERRCODE = 'PLB04';
  END IF;

  UPDATE public.account SET balance = made.balance_after, version = made.sequence
  FROM made
  WHERE account.id = made.account_id AND NOT EXISTS (
    SELECT FROM public.entry AS after WHERE after.account_id = made.account_id AND after.sequence = made.sequence + 1
  );
  RETURN NULL;
END $$;
CREATE TRIGGER entries_continue AFTER INSERT ON entry
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION entries_continue();

-- As in 0090, and: a transfer is somebody's or a job's, and only somebody's comes with an act.
CREATE FUNCTION transfer_is_whole() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  present timestamptz := clock_timestamp();
  wrong record;
BEGIN
  -- one look for what may be wrong with any of them; what it is, is asked for only where there is something
  IF NOT EXISTS (
    SELECT FROM made
    WHERE effective_at > present OR effective_at < present - interval '5 minutes' OR reverses IS NOT NULL OR corrects IS NOT NULL
      OR (actor_id IS NULL) = (job IS NULL) OR (actor_id IS NULL AND act_id IS NOT NULL)
      OR NOT EXISTS (SELECT FROM public.entry WHERE entry.transfer_id = made.id)
  ) THEN
    RETURN NULL;
  END IF;

  SELECT id INTO wrong FROM made WHERE NOT EXISTS (SELECT FROM public.entry WHERE entry.transfer_id = made.id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % needs at least two entries that sum to zero', wrong.id USING ERRCODE = 'PLB04';
  END IF;

  SELECT id INTO wrong FROM made
  WHERE (actor_id IS NULL) = (job IS NULL) OR (actor_id IS NULL AND act_id IS NOT NULL) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % is either somebody''s, with an act, or a job''s', wrong.id
      USING ERRCODE = '23514', CONSTRAINT = 'transfer_made_by';
  END IF;

  SELECT id INTO wrong FROM made
  WHERE reverses IS NOT NULL AND EXISTS (
    SELECT FROM public.entry WHERE transfer_id IN (made.id, made.reverses) GROUP BY account_id HAVING sum(amount) <> 0
  ) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % is not the opposite of what it reverses', wrong.id USING ERRCODE = 'PLB04';
  END IF;
  SELECT id, corrects INTO wrong FROM made
  WHERE corrects IS NOT NULL AND NOT EXISTS (SELECT FROM public.transfer WHERE transfer.id = made.corrects) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % corrects %, which is not there', wrong.id, wrong.corrects USING ERRCODE = 'PLB04';
  END IF;

  present := public.database_now();
  SELECT id, effective_at INTO wrong FROM made WHERE effective_at > present LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % would count from %, which is still to come: it is %', wrong.id, wrong.effective_at, present
      USING ERRCODE = 'PLB07';
  END IF;
  SELECT id, effective_at INTO wrong FROM made WHERE effective_at < present - interval '5 minutes' LIMIT 1;
  IF FOUND THEN
    IF session_user <> (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID)
      AND NOT EXISTS (SELECT FROM public.moved_clock) THEN
      RAISE EXCEPTION 'transfer % would count from %, which is over: it is %', wrong.id, wrong.effective_at, present
        USING ERRCODE = 'PLB09';
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER transfer_is_whole AFTER INSERT ON transfer
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION transfer_is_whole();

-- Opens accounts: [{"owner_id": uuid | null, "kind": text, "side": 1 | -1, "floor": bigint | null}], under the names that
-- follow. What is open stays as it is.
CREATE FUNCTION ledger_open(accounts jsonb, at timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO account (owner_id, kind, side, floor, created_at)
  SELECT owner_id, kind, side, floor, at
  FROM jsonb_to_recordset(accounts) AS asked (owner_id uuid, kind text, side smallint, floor bigint)
  ON CONFLICT (name) DO NOTHING;
$$;

-- What stands under keys that may be in the books already, in their order: the transfer of each, or null. What is asked
-- for has to be what stands: else PLB02.
CREATE FUNCTION ledger_standing(
  keys bigint[], kinds transfer_kind[], reference_kinds record_kind[], reference_ids uuid[], reversed bigint[], corrected bigint[],
  accounts integer[], line_transfers integer[], line_places integer[], line_amounts bigint[]
) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  other record;
BEGIN
  SELECT asked.kind, asked.reference_kind, asked.reference_id, transfer.id INTO other
  FROM unnest(keys, kinds, reference_kinds, reference_ids, reversed, corrected)
    WITH ORDINALITY AS asked (key, kind, reference_kind, reference_id, reversed, corrected, place)
  JOIN transfer ON transfer.reference_id = asked.reference_id AND transfer.key = asked.key
  WHERE (transfer.kind, transfer.reference_kind, transfer.reverses, transfer.corrects)
      IS DISTINCT FROM (asked.kind, asked.reference_kind, asked.reversed, asked.corrected)
    OR (SELECT array_agg((account_id, amount) ORDER BY account_id, amount) FROM entry WHERE transfer_id = transfer.id)
      IS DISTINCT FROM (
        SELECT array_agg((accounts[line.account], line.amount) ORDER BY accounts[line.account], line.amount)
        FROM unnest(line_transfers, line_places, line_amounts) AS line (place, account, amount) WHERE line.place = asked.place
      )
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the key of % for the % % was used for another transfer, %', other.kind, other.reference_kind,
      other.reference_id, other.id USING ERRCODE = 'PLB02';
  END IF;
  RETURN (
    SELECT array_agg(transfer.id ORDER BY place)
    FROM unnest(reference_ids, keys) WITH ORDINALITY AS asked (reference_id, key, place)
    LEFT JOIN transfer ON transfer.reference_id = asked.reference_id AND transfer.key = asked.key
  );
END $$;

-- Posts transfers, in order, all or none, for one actor (with the act, by its line in the audit log) or one job, from one
-- time. `keys` and what follows say one transfer each; no two of a record have the same key. `accounts` are those of the
-- lines, each once, ascending. A line names the place of its transfer, the place of its account, and micro-dollars, a debit
-- positive; the lines of an account come in the order in which they count.
-- A key that was posted before with the same content is passed over (replay).
-- Answers the numbers of the transfers, and which of them stood there before (null: none).
-- PLB01 an account would go under its floor (detail: account, shortfall), PLB02 key used for something else, PLB03 no such
-- account, PLB08 somebody posts without an act.
-- Its plans are made once: planned for the arrays of each call, planning takes longer than posting.
CREATE FUNCTION ledger_post(
  keys bigint[], kinds transfer_kind[], reference_kinds record_kind[], reference_ids uuid[], reversed bigint[], corrected bigint[],
  actor uuid, act uuid, by_job text, at timestamptz,
  accounts integer[], line_transfers integer[], line_places integer[], line_amounts bigint[],
  OUT ids bigint[], OUT replayed boolean[]
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  -- of each account, before its next line
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
  account_place integer;
  made integer;
  missing bigint;
  short integer;
BEGIN
  IF actor IS NOT NULL AND act IS NULL THEN
    RAISE EXCEPTION 'a transfer (%) is somebody''s and names no act', kinds[1] USING ERRCODE = 'PLB08';
  END IF;

  -- locked in the order of their ids, so that nobody waits for somebody who waits for them
  SELECT array_agg(side), array_agg(floor), array_agg(balance), array_agg(version) INTO sides, floors, balances, versions
  FROM (SELECT side, floor, balance, version FROM account WHERE id = ANY (accounts) ORDER BY id FOR NO KEY UPDATE) AS locked;
  IF cardinality(accounts) IS DISTINCT FROM cardinality(sides) THEN
    RAISE EXCEPTION 'one of the accounts % is not there, or is named twice', accounts USING ERRCODE = 'PLB03';
  END IF;

  -- what stands already is known only under the locks
  IF EXISTS (
    SELECT FROM unnest(reference_ids, keys) AS asked (reference_id, key)
    JOIN transfer ON transfer.reference_id = asked.reference_id AND transfer.key = asked.key
  ) THEN
    stand := ledger_standing(keys, kinds, reference_kinds, reference_ids, reversed, corrected,
      accounts, line_transfers, line_places, line_amounts);
    FOR n IN 1 .. cardinality(keys) LOOP replayed[n] := stand[n] IS NOT NULL; END LOOP;
  END IF;
  FOR n IN 1 .. cardinality(keys) LOOP
    ids[n] := coalesce(stand[n], nextval('transfer_number'));
  END LOOP;

  made := 0;
  missing := 0;
  FOR n IN 1 .. cardinality(line_places) LOOP
    IF stand[line_transfers[n]] IS NULL THEN
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
      written_transfers[made] := ids[line_transfers[n]];
      written_amounts[made] := line_amounts[n];
      written_balances[made] := balances[account_place];
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
      SELECT asked.id, asked.key, asked.kind, asked.reference_kind, asked.reference_id, asked.reverses, asked.corrects, actor, act, by_job, at
      FROM unnest(ids, keys, kinds, reference_kinds, reference_ids, reversed, corrected)
        WITH ORDINALITY AS asked (id, key, kind, reference_kind, reference_id, reverses, corrects, place)
      WHERE stand[asked.place] IS NULL
    )
    INSERT INTO entry (account_id, sequence, transfer_id, amount, balance_after)
    SELECT * FROM unnest(written_accounts, written_sequences, written_transfers, written_amounts, written_balances);
  END IF;
END $$;

REVOKE ALL ON FUNCTION
  ledger_open(jsonb, timestamptz),
  ledger_post(bigint[], transfer_kind[], record_kind[], uuid[], bigint[], bigint[], uuid, uuid, text, timestamptz,
    integer[], integer[], integer[], bigint[]),
  ledger_standing(bigint[], transfer_kind[], record_kind[], uuid[], bigint[], bigint[], integer[], integer[], integer[], bigint[])
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  ledger_open(jsonb, timestamptz),
  ledger_post(bigint[], transfer_kind[], record_kind[], uuid[], bigint[], bigint[], uuid, uuid, text, timestamptz,
    integer[], integer[], integer[], bigint[])
TO plumb_app;
GRANT SELECT ON account, transfer, entry TO plumb_app;

CALL refuse_wrong_books();
