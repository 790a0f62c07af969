-- A request can be ended by a second factor that is proved, or by a link that went to the phone, too. Both may be in the hands of
-- the thief for whose sake it was made: so they end one, and what is asked for in the 30 days after it stands.
ALTER TABLE factor_help
  ADD COLUMN by_holder boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT factor_help_by_holder CHECK (NOT by_holder OR state IN ('stopped', 'ended'));
GRANT UPDATE (by_holder) ON factor_help TO plumb_app;
