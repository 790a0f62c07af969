-- A transfer was held to be past, and was never looked for again, if whoever had begun last was still writing it: whatever
-- was left out of the log for that is looked for once more. What a process of before would still write by the old count
-- would be believed: it stands under another name now, so that such a process numbers and opens nothing until it is replaced.
ALTER TABLE log_head RENAME COLUMN seen_by TO seen_before;
UPDATE log_head SET settled_id = 0, seen_id = 0, seen_before = '0', seen_on = '';
