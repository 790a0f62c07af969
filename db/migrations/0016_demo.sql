-- A database that holds the demo says so: nothing real is ever kept beside what was made up for showing.
CREATE TABLE demo_mark (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  begun_at timestamptz NOT NULL,
  -- null while it is being made, or where that was broken off
  completed_at timestamptz
);
GRANT SELECT, INSERT, UPDATE ON demo_mark TO plumb_app;
