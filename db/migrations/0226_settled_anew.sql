-- A transfer was held to be past, and was never looked for again, if whoever had begun last was still writing it: whatever
-- was left out of the log for that is looked for once more.
UPDATE log_head SET settled_id = 0, seen_id = 0, seen_by = '0', seen_on = '';
