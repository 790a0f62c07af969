-- The log: every transfer, and all else that the house has said of its money, in one order that anybody can hold it to. What
-- is published of each is a commitment; it is opened to whom it concerns.

-- What the house has said: written by whatever changed it, in the same transaction, by these triggers alone.
CREATE TABLE log_announcement (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text NOT NULL CONSTRAINT log_announcement_type CHECK (type IN ('plan', 'setting', 'backing', 'day', 'key')),
  -- what is committed to, as it is opened
  bytes bytea NOT NULL,
  -- without it nobody can try what the commitment might be of
  salt bytea NOT NULL DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  announced_at timestamptz NOT NULL DEFAULT database_now()
);
CREATE TRIGGER log_announcement_append_only BEFORE UPDATE OR DELETE ON log_announcement FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER log_announcement_no_truncate BEFORE TRUNCATE ON log_announcement FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
GRANT SELECT ON log_announcement TO plumb_app;

-- How far the order goes: one row, locked by whoever continues it.
CREATE TABLE log_head (
  only_row boolean PRIMARY KEY DEFAULT true CONSTRAINT log_head_only_row CHECK (only_row),
  -- positions that there are, counted from 0
  size bigint NOT NULL DEFAULT 0,
  -- what the salts of transfers are derived from
  secret bytea NOT NULL DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  -- every transfer up to this number has its position, or will never be there
  settled_id bigint NOT NULL DEFAULT 0,
  -- those up to this one were begun by transactions before `seen_by`, as `seen_on` counts them
  seen_id bigint NOT NULL DEFAULT 0,
  seen_by text NOT NULL DEFAULT '0',
  seen_on text NOT NULL DEFAULT '',
  -- why nothing is signed, where every owner was told
  told text
);
INSERT INTO log_head DEFAULT VALUES;
GRANT SELECT ON log_head TO plumb_app;
GRANT UPDATE (settled_id, seen_id, seen_by, seen_on, told) ON log_head TO plumb_app;

CREATE TABLE log_position (
  position bigint PRIMARY KEY,
  transfer_id bigint CONSTRAINT log_position_transfer UNIQUE,
  announcement_id bigint CONSTRAINT log_position_announcement UNIQUE REFERENCES log_announcement (id),
  commitment bytea NOT NULL CONSTRAINT log_position_commitment CHECK (octet_length(commitment) = 32),
  CONSTRAINT log_position_of_one CHECK ((transfer_id IS NULL) <> (announcement_id IS NULL))
);
CREATE TRIGGER log_position_append_only BEFORE UPDATE OR DELETE ON log_position FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER log_position_no_truncate BEFORE TRUNCATE ON log_position FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
GRANT SELECT, INSERT ON log_position TO plumb_app;

-- Positions follow one another without a gap, and the head with them.
CREATE FUNCTION log_positions_continue() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  first bigint;
  last bigint;
  many bigint;
BEGIN
  SELECT min(position), max(position), count(*) INTO first, last, many FROM made;
  IF many = 0 THEN RETURN NULL; END IF;
  UPDATE log_head SET size = last + 1 WHERE size = first AND many = last - first + 1;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'positions of the log continue it without a gap' USING ERRCODE = 'PLB04';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER log_positions_continue AFTER INSERT ON log_position
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION log_positions_continue();

CREATE FUNCTION log_head_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.secret <> OLD.secret OR NEW.size < OLD.size
     OR NEW.size > OLD.size AND NOT EXISTS (SELECT FROM log_position WHERE position = NEW.size - 1) THEN
    RAISE EXCEPTION 'the head of the log follows its positions' USING ERRCODE = 'PLB04';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER log_head_follows BEFORE UPDATE ON log_head FOR EACH ROW EXECUTE FUNCTION log_head_follows();
CREATE TRIGGER log_head_no_delete BEFORE DELETE ON log_head FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER log_head_no_truncate BEFORE TRUNCATE ON log_head FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();

-- The hashes of the tree, up to 256 of a level in a row: a row grows, and a full one stays.
CREATE TABLE log_tile (
  level integer NOT NULL,
  n bigint NOT NULL,
  hashes bytea NOT NULL,
  CONSTRAINT log_tile_pkey PRIMARY KEY (level, n),
  CONSTRAINT log_tile_whole_hashes CHECK (octet_length(hashes) % 32 = 0 AND octet_length(hashes) BETWEEN 32 AND 8192)
);
-- they are no better packed than they are
ALTER TABLE log_tile ALTER COLUMN hashes SET STORAGE EXTERNAL;
CREATE FUNCTION log_tile_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.level, NEW.n) <> (OLD.level, OLD.n) OR octet_length(NEW.hashes) <= octet_length(OLD.hashes)
     OR substring(NEW.hashes FOR octet_length(OLD.hashes)) <> OLD.hashes THEN
    RAISE EXCEPTION 'a tile of the log grows behind what it has' USING ERRCODE = 'PLB05';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER log_tile_grows BEFORE UPDATE ON log_tile FOR EACH ROW EXECUTE FUNCTION log_tile_grows();
CREATE TRIGGER log_tile_no_delete BEFORE DELETE ON log_tile FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER log_tile_no_truncate BEFORE TRUNCATE ON log_tile FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
GRANT SELECT, INSERT, UPDATE (hashes) ON log_tile TO plumb_app;

-- Under which name and with which key the log is signed: the last counts. The app writes the first and no other.
CREATE TABLE log_signer (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  origin text NOT NULL,
  -- as the specification of signed notes writes a key; its name is the origin
  verifier_key text NOT NULL CONSTRAINT log_signer_key UNIQUE,
  -- which database of which server it signs: rows that were restored elsewhere are another
  server text NOT NULL,
  -- the last checkpoint under the name before, where that was another
  follows text,
  begun_at timestamptz NOT NULL DEFAULT database_now()
);
CREATE FUNCTION log_signer_is_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM log_signer) AND NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
    RAISE EXCEPTION 'who signs the log is changed by its owner alone' USING ERRCODE = 'PLB05';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER log_signer_is_fixed BEFORE INSERT ON log_signer FOR EACH ROW EXECUTE FUNCTION log_signer_is_fixed();
CREATE TRIGGER log_signer_append_only BEFORE UPDATE OR DELETE ON log_signer FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER log_signer_no_truncate BEFORE TRUNCATE ON log_signer FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
GRANT SELECT ON log_signer TO plumb_app;
GRANT INSERT (origin, verifier_key, server) ON log_signer TO plumb_app;

-- What was signed: at this many positions, this note.
CREATE TABLE log_checkpoint (
  signer_id integer NOT NULL CONSTRAINT log_checkpoint_signer REFERENCES log_signer (id),
  size bigint NOT NULL,
  note text NOT NULL,
  signed_at timestamptz NOT NULL DEFAULT database_now(),
  CONSTRAINT log_checkpoint_pkey PRIMARY KEY (signer_id, size)
);
CREATE TRIGGER log_checkpoint_append_only BEFORE UPDATE OR DELETE ON log_checkpoint FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
CREATE TRIGGER log_checkpoint_no_truncate BEFORE TRUNCATE ON log_checkpoint FOR EACH STATEMENT EXECUTE FUNCTION books_are_append_only();
GRANT SELECT ON log_checkpoint TO plumb_app;
GRANT INSERT (signer_id, size, note) ON log_checkpoint TO plumb_app;

-- These columns of a row, in the order in which jsonb keeps them: amounts in micro-dollars, rates in ten-thousandths of a
-- percent.
CREATE FUNCTION log_bytes(whole jsonb, columns text[]) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT convert_to(jsonb_object_agg(key, value)::text, 'UTF8') FROM jsonb_each(whole) WHERE key = ANY (columns)
$$;
-- Announces these columns of a row that is new, or in which one of them has changed.
CREATE FUNCTION log_announce() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  said bytea := log_bytes(to_jsonb(NEW), TG_ARGV[1:]);
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF said = log_bytes(to_jsonb(OLD), TG_ARGV[1:]) THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO log_announcement (type, bytes) VALUES (TG_ARGV[0], said);
  RETURN NULL;
END $$;

CREATE TRIGGER plan_announced AFTER INSERT OR UPDATE ON plan FOR EACH ROW EXECUTE FUNCTION log_announce(
  'plan', 'id', 'name', 'durations', 'daily_roi', 'early_roi', 'ref_bonus', 'min_amount', 'max_amount', 'available');
CREATE TRIGGER backing_announced AFTER INSERT OR UPDATE ON backing FOR EACH ROW EXECUTE FUNCTION log_announce(
  'backing', 'mode', 'disclosed_from', 'chosen_at');
CREATE TRIGGER setting_announced AFTER INSERT OR UPDATE ON setting FOR EACH ROW WHEN (
  NEW.name IN ('approval_days', 'daily_alone_limit', 'kyc', 'payment_hours', 'second_approval_limit',
    'withdrawal_limit_approved', 'withdrawal_limit_none')
) EXECUTE FUNCTION log_announce('setting', 'name', 'value');
CREATE TRIGGER books_day_announced AFTER INSERT ON books_day FOR EACH ROW EXECUTE FUNCTION log_announce(
  'day', 'day', 'custody', 'principal', 'earnings', 'accrued', 'referral', 'bonus', 'withdrawing', 'suspense', 'reserve',
  'committed');

-- What stood already is announced as it is, in the order in which it came. Transfers get their positions by and by.
SET LOCAL timezone = 'UTC';
INSERT INTO log_announcement (type, bytes)
SELECT 'plan', log_bytes(to_jsonb(plan), '{id,name,durations,daily_roi,early_roi,ref_bonus,min_amount,max_amount,available}')
FROM plan ORDER BY created_at, id;
INSERT INTO log_announcement (type, bytes)
SELECT 'setting', log_bytes(to_jsonb(setting), '{name,value}') FROM setting
WHERE name IN ('approval_days', 'daily_alone_limit', 'kyc', 'payment_hours', 'second_approval_limit',
  'withdrawal_limit_approved', 'withdrawal_limit_none') ORDER BY name;
INSERT INTO log_announcement (type, bytes)
SELECT 'backing', log_bytes(to_jsonb(backing), '{mode,disclosed_from,chosen_at}') FROM backing;
INSERT INTO log_announcement (type, bytes)
SELECT 'day', log_bytes(to_jsonb(books_day),
  '{day,custody,principal,earnings,accrued,referral,bonus,withdrawing,suspense,reserve,committed}')
FROM books_day ORDER BY day;
RESET timezone;
