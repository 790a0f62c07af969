-- What administrators have asked for on a withdrawal: its investor does not cancel what somebody says was paid, whether that
-- was decided in time or not.
CREATE INDEX approval_on_withdrawal ON approval (subject_id) WHERE kind = 'update withdrawal';
