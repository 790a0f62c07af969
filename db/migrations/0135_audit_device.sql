-- A line of the audit log also says from what device somebody acted, in words such as "Firefox on Windows".
ALTER TABLE audit_entry ADD COLUMN device text;
