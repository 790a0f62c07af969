-- What a record has posted, by time: its story, and when its earnings were posted before.

CREATE INDEX transfer_of_record ON transfer (reference_id, effective_at);
DROP INDEX transfer_reference;
