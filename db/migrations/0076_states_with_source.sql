-- What waits is counted by whether it has been paid for, and so by its source: with it, the index over states answers
-- alone again. A source never changes.
DROP INDEX investment_status;
CREATE INDEX investment_status ON investment (status, created_at DESC, id DESC) INCLUDE (user_id, amount, source);
