-- What happens by itself goes through what is due in the order of an index that holds nothing else: the earliest first,
-- those of one moment by their id.

DROP INDEX investment_maturing, investment_unpaid, investment_accruing;
CREATE INDEX investment_maturing ON investment (((began_at AT TIME ZONE 'UTC') + duration * interval '1 day'), id) WHERE status = 'approved';
CREATE INDEX investment_unpaid ON investment (expires_at, id) WHERE status = 'pending';
-- with what the dashboard's sum of all that has been earned is read from, as before
CREATE INDEX investment_accruing ON investment (accrued_at, user_id)
  INCLUDE (amount, daily_roi, duration, began_at, earned_posted) WHERE status = 'approved';

-- What is forgotten every hour is found by its age, too.
CREATE INDEX registration_age ON registration (created_at);
CREATE INDEX session_expiry ON session (expires_at);
CREATE INDEX session_end ON session (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX reset_link_expiry ON reset_link (expires_at);
CREATE INDEX rate_limit_expiry ON rate_limit (expire);
CREATE INDEX live_event_age ON live_event (created_at);
CREATE INDEX push_age ON push (created_at);
CREATE INDEX push_subscription_closed ON push_subscription (closed_at) WHERE closed_at IS NOT NULL;
