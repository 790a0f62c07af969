-- Of a request nothing changes but what becomes of it: what it was asked for, and why it waits, stays. 0039 left two
-- columns that had been added to the table later.
REVOKE UPDATE (why, also_concerns) ON approval FROM plumb_app;

-- Whether somebody has asked for an earlier step on a record is asked before they take the next one.
CREATE INDEX approval_agreed ON approval (subject_id, asked_by) WHERE state = 'agreed';
