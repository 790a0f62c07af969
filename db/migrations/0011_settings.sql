-- What the owner may change while the house runs, and how the audit log is looked through.

-- One row for each setting, there from the start so that it can be locked; a value that is null is the default of the
-- environment. The id is what the audit log knows the setting by, and who changed it, when and why stands there.
CREATE TABLE setting (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE,
  value text
);
INSERT INTO setting (id, name) VALUES
  ('00000000-0000-7000-8000-000000000001', 'kyc'),
  ('00000000-0000-7000-8000-000000000002', 'payment_hours'),
  ('00000000-0000-7000-8000-000000000003', 'second_approval_limit'),
  ('00000000-0000-7000-8000-000000000004', 'support_url'),
  ('00000000-0000-7000-8000-000000000005', 'platform_name'),
  ('00000000-0000-7000-8000-000000000006', 'terms_confirmed');
GRANT SELECT ON setting TO plumb_app;
GRANT UPDATE (value) ON setting TO plumb_app;

CREATE INDEX audit_entry_actor ON audit_entry (actor_id, at DESC, id DESC);
CREATE INDEX audit_entry_action ON audit_entry (action, at DESC, id DESC);
CREATE INDEX audit_entry_kind ON audit_entry (subject_kind, at DESC, id DESC);
