-- A wait ends once its owner has been told of it: the messages that say so. Of those that have begun, what went to their
-- owner when they did.
ALTER TABLE factor_help ADD COLUMN told uuid[] NOT NULL DEFAULT '{}';
UPDATE factor_help SET told = ARRAY(
  SELECT message.id FROM message JOIN app_user ON app_user.id = factor_help.user_id
  WHERE message.receiver IN (app_user.email, app_user.phone)
    AND message.created_at BETWEEN started_at - interval '1 minute' AND started_at + interval '1 minute'
) WHERE state = 'waiting';
GRANT UPDATE (told) ON factor_help TO plumb_app;

-- A rotation goes on where it was, and walks past no key that is wrapped anew already.
CREATE INDEX document_key_of_master ON document_key (master, user_id);
DROP INDEX document_key_master;
