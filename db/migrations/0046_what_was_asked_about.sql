-- The name of what a request is about, as whoever asked saw it: of the wallet, the plan, the setting or the person. Its
-- changes do not say it where the name stays. Null where it is somebody's record, and for what was asked before this was
-- kept.
ALTER TABLE approval ADD COLUMN name text;
