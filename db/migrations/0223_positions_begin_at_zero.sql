-- A position below the first would hide what stands there from all who read the log.
ALTER TABLE log_position ADD CONSTRAINT log_position_from_zero CHECK (position >= 0);
