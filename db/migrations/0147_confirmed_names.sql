-- A match has the keys of all names that its list gives to whoever it is with: once it is confirmed, others are compared with
-- these names whatever the list says later. Null where the list says something else already; then they are compared with
-- each of them.
ALTER TABLE screening_hit ADD COLUMN keys text[];
UPDATE screening_hit AS hit SET keys = (
  SELECT array_agg(DISTINCT key)
  FROM screening_entry AS entry
  JOIN screening_name AS listed ON listed.entry_id = entry.id
  CROSS JOIN unnest(listed.keys) AS key
  WHERE entry.list = hit.list AND entry.uid = hit.uid AND entry.hash = hit.entry_hash
);
