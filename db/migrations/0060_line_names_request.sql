-- A line of the audit log names the request that it was done for, so that who asked for it is known by that and by no time.
ALTER TABLE audit_entry ADD COLUMN approval_id uuid;

-- Of the lines that are there already: what was done between asking and agreeing, by who agreed, to the record that it was
-- about, where that is one line of one request. What followed it on other records has the same actor and the same time.
ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_append_only;
WITH near AS (
  SELECT line.id, line.actor_id, line.at, approval.id AS approval_id,
    count(*) OVER (PARTITION BY line.id) AS requests, count(*) OVER (PARTITION BY approval.id) AS lines
  FROM approval JOIN audit_entry AS line
    ON line.subject_id = approval.subject_id AND line.actor_id = approval.decided_by
    AND line.at BETWEEN approval.asked_at AND approval.decided_at
  WHERE approval.state = 'agreed' AND coalesce(
    '{"update withdrawal": ["update withdrawal", "pay withdrawal"], "record funds": ["funds recorded"],
      "create wallet": ["wallet created"], "change wallet": ["wallet changed"],
      "create plan": ["plan created"], "change plan": ["plan changed"],
      "change limit": ["setting changed"], "change kyc": ["setting changed"], "change setting": ["setting changed"],
      "invite to roles": ["invite administrator"]}'::jsonb -> approval.kind,
    to_jsonb(ARRAY[approval.kind])) ? line.action
), known AS (
  SELECT id, actor_id, at, approval_id FROM near WHERE requests = 1 AND lines = 1
), followed AS (
  SELECT line.id, min(known.approval_id::text)::uuid AS approval_id
  FROM known JOIN audit_entry AS line ON line.actor_id = known.actor_id AND line.at = known.at
  WHERE line.action IN ('make referral', 'follow investment', 'charge referral bonus to adjustments', 'use suspense')
  GROUP BY line.id HAVING count(*) = 1
)
UPDATE audit_entry SET approval_id = found.approval_id
FROM (SELECT id, approval_id FROM known UNION ALL SELECT id, approval_id FROM followed) AS found
WHERE audit_entry.id = found.id;
ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_append_only;

-- Only what somebody did was agreed to. Nobody may change a line, the owner of the tables included (0003).
ALTER TABLE audit_entry
  ADD CONSTRAINT audit_entry_approval FOREIGN KEY (approval_id) REFERENCES approval (id),
  ADD CONSTRAINT audit_entry_agreed_by_somebody CHECK (approval_id IS NULL OR actor_id IS NOT NULL);

-- It was read to find by their times who had asked for a step.
DROP INDEX approval_agreed;
