-- What the last check of the books found, and up to where they were clean. One row; none before the first check.
CREATE TABLE books_check (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  outcome text NOT NULL CHECK (outcome IN ('clean', 'wrong', 'failed')),
  -- in full, or what has changed since the mark
  whole boolean NOT NULL,
  checked_at timestamptz NOT NULL,
  milliseconds integer NOT NULL CHECK (milliseconds >= 0),
  -- what was proved: [{"name", "of", "looked", "wrong"}]
  proofs jsonb NOT NULL,
  -- when the whole was last read to its end, clean or not
  whole_at timestamptz,
  -- The mark: what the last clean check has seen. By the server's own time, of which transfers say when they were written;
  -- by the oldest transaction that was not over then; and on which server, for each counts its own transactions.
  mark_at timestamptz,
  mark_oldest xid8,
  mark_server text,
  CHECK (num_nulls(mark_at, mark_oldest, mark_server) IN (0, 3))
);
GRANT SELECT, INSERT, UPDATE ON books_check TO plumb_app;

-- What was written since. Transfers are only ever added at the end, so a page of this index stands for a thousand of them.
CREATE INDEX transfer_written ON transfer USING brin (created_at) WITH (autosummarize = on);
