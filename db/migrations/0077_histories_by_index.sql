-- A history reads the newest lines about a record and no more, also where many were written at one moment.
DROP INDEX audit_entry_subject;
CREATE INDEX audit_entry_subject ON audit_entry (subject_id, at, id);
