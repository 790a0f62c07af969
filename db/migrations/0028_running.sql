-- What was last wrong with a source, as the operator's log was told of it; null where nothing is. The log is told of it
-- when it changes, once, by whichever process finds out.
ALTER TABLE market_source ADD COLUMN problem text;
ALTER TABLE market_source DROP COLUMN told_at;

-- Who has taken a message or a push on. A deliverer whose COMMIT was lost with its connection finds by it what it has.
ALTER TABLE message ADD COLUMN claim uuid;
ALTER TABLE push ADD COLUMN claim uuid;
CREATE INDEX message_claim ON message (claim) WHERE claim IS NOT NULL AND delivered_at IS NULL AND given_up_at IS NULL;
CREATE INDEX push_claim ON push (claim) WHERE claim IS NOT NULL AND delivered_at IS NULL AND given_up_at IS NULL;
