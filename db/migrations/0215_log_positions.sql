-- Nearly every position is of a transfer: that it is of no announcement needs no place in an index.
ALTER TABLE log_position DROP CONSTRAINT log_position_announcement;
CREATE UNIQUE INDEX log_position_announcement ON log_position (announcement_id) WHERE announcement_id IS NOT NULL;
