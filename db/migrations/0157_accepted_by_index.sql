-- Who gave somebody their roles lately is asked wherever a second administrator decides: each of the few by this.
CREATE INDEX role_invitation_accepted ON role_invitation (accepted_by, accepted_at) WHERE accepted_at IS NOT NULL;
