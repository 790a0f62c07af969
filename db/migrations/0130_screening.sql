-- Lists of people under sanctions and of exposed persons, as an operator imports them, and whose names look like theirs.

-- Each edition of a list that was imported. Nothing of it changes.
CREATE TABLE screening_import (
  id uuid PRIMARY KEY,
  -- one after the other, over all lists: what a person was compared with is the newest that there was
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  list text NOT NULL CHECK (list IN ('ofac', 'eu', 'un', 'exposed')),
  format text NOT NULL CHECK (format IN ('csv', 'xml')),
  file_hash text NOT NULL,
  -- the day that the file says it was made on
  published_on text CHECK (published_on ~ '^\d{4}-\d\d-\d\d$'),
  persons integer NOT NULL CHECK (persons > 0),
  names integer NOT NULL CHECK (names >= persons),
  -- companies, ships and aircraft
  left_out integer NOT NULL CHECK (left_out >= 0),
  added integer NOT NULL CHECK (added >= 0),
  changed integer NOT NULL CHECK (changed >= 0),
  removed integer NOT NULL CHECK (removed >= 0),
  imported_by uuid NOT NULL REFERENCES app_user (id),
  imported_at timestamptz NOT NULL
);
CREATE INDEX screening_import_of_list ON screening_import (list, number DESC);

-- Whom the newest edition of each list names. An import changes what differs, in one transaction: until that is over
-- everybody is compared with the edition before.
CREATE TABLE screening_entry (
  id uuid PRIMARY KEY,
  list text NOT NULL CHECK (list IN ('ofac', 'eu', 'un', 'exposed')),
  -- the list's own number
  uid text NOT NULL CHECK (uid <> ''),
  births text[] NOT NULL,
  countries text[] NOT NULL,
  about text NOT NULL,
  -- of all that the list says of them
  hash text NOT NULL,
  import_id uuid NOT NULL REFERENCES screening_import (id),
  UNIQUE (list, uid)
);

-- By what names, each with the keys by which it is found.
CREATE TABLE screening_name (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry_id uuid NOT NULL REFERENCES screening_entry (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name <> ''),
  strong boolean NOT NULL,
  keys text[] NOT NULL
);
CREATE INDEX screening_name_keys ON screening_name USING gin (keys) WITH (fastupdate = off);
CREATE INDEX screening_name_entry ON screening_name (entry_id);

-- Who is compared, and up to which import they have been. Their names stand in their identity check alone.
CREATE TABLE screening_person (
  user_id uuid PRIMARY KEY REFERENCES app_user (id),
  compared_with bigint NOT NULL,
  compared_at timestamptz NOT NULL
);
CREATE INDEX screening_person_due ON screening_person (compared_with, user_id);

-- Somebody whose name looks like a listed one: what the list said then, how alike, and what was decided about it.
CREATE TABLE screening_hit (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  list text NOT NULL CHECK (list IN ('ofac', 'eu', 'un', 'exposed')),
  uid text NOT NULL,
  entry_hash text NOT NULL,
  -- the listed name, and what else the list says of whoever has it
  name text NOT NULL,
  listed jsonb NOT NULL,
  score integer NOT NULL CHECK (score BETWEEN 1 AND 100),
  why jsonb NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'cleared')),
  found_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by uuid REFERENCES app_user (id),
  reason text CHECK (reason <> ''),
  -- nobody is told twice of the same: what was cleared stays cleared until the list or the person says something else
  UNIQUE (user_id, list, uid, entry_hash, score),
  CONSTRAINT screening_hit_decided CHECK (
    (state = 'open') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)
    AND (decided_at IS NULL) = (reason IS NULL)
  ),
  CONSTRAINT screening_hit_not_by_oneself CHECK (decided_by <> user_id)
);
CREATE INDEX screening_hit_newest ON screening_hit (found_at DESC, id DESC) INCLUDE (user_id, state);
CREATE INDEX screening_hit_state ON screening_hit (state, found_at DESC, id DESC) INCLUDE (user_id);
CREATE INDEX screening_hit_user ON screening_hit (user_id, found_at DESC, id DESC) INCLUDE (state);

-- What was cleared stays so, what was looked at is not open again, and whoever confirmed does not take it back alone.
CREATE TRIGGER screening_hit_only_forward BEFORE UPDATE ON screening_hit
  FOR EACH ROW WHEN (
    (OLD.state = 'cleared' AND (NEW.state, NEW.decided_by, NEW.decided_at, NEW.reason)
      IS DISTINCT FROM (OLD.state, OLD.decided_by, OLD.decided_at, OLD.reason))
    OR (OLD.state = 'confirmed' AND NOT (NEW.state = 'cleared' AND NEW.decided_by <> OLD.decided_by)
      AND (NEW.state, NEW.decided_by, NEW.decided_at, NEW.reason)
        IS DISTINCT FROM (OLD.state, OLD.decided_by, OLD.decided_at, OLD.reason))
  ) EXECUTE FUNCTION only_forward();

GRANT SELECT, INSERT ON screening_import TO plumb_app;
GRANT SELECT, INSERT, DELETE ON screening_entry, screening_name TO plumb_app;
GRANT SELECT, INSERT ON screening_person, screening_hit TO plumb_app;
GRANT UPDATE (compared_with, compared_at) ON screening_person TO plumb_app;
GRANT UPDATE (state, decided_at, decided_by, reason) ON screening_hit TO plumb_app;

-- Whoever waits for a check or has passed one is compared as soon as there is a list.
INSERT INTO screening_person (user_id, compared_with, compared_at)
SELECT id, 0, database_now() FROM app_user WHERE kyc IN ('submitted', 'approved');
