-- Whether there is another administrator is asked with each decision that counts: found by role, also while the planner
-- knows nothing of the table.
CREATE INDEX app_user_roles ON app_user USING gin (roles) WHERE roles <> '{}';
