-- Whether somebody has asked for what was agreed to on a record, where its line in the audit log names no request: written by
-- a process from before 0060, or by one that could not be told from another.
CREATE INDEX approval_agreed_on ON approval (subject_id, asked_by) INCLUDE (id, decided_by) WHERE state = 'agreed';
