-- Checks that somebody outside looks at as well: by which provider, and under which name of theirs.
ALTER TABLE identity_claim ADD COLUMN provider text, ADD COLUMN reference text,
  ADD CONSTRAINT identity_claim_elsewhere CHECK ((provider IS NULL) = (reference IS NULL));
CREATE UNIQUE INDEX identity_claim_reference ON identity_claim (provider, reference) WHERE reference IS NOT NULL;
GRANT UPDATE (provider, reference) ON identity_claim TO plumb_app;

-- Events that were taken: the same one is not taken twice. Older ones are refused by their time.
CREATE TABLE provider_event (
  provider text NOT NULL,
  signature text NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (provider, signature)
);
CREATE INDEX provider_event_age ON provider_event (received_at);
GRANT SELECT, INSERT, DELETE ON provider_event TO plumb_app;
