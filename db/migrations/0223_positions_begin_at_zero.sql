-- A position below the first would hide what stands there from all who read the log. One that is there already is for
-- the check of the books to tell.
ALTER TABLE log_position ADD CONSTRAINT log_position_from_zero CHECK (position >= 0) NOT VALID;
