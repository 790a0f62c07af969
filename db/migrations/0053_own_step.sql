-- Which step before it whoever asked had taken, where a request waits for that: whoever is to agree reads the one reason,
-- and not every reason that there could be. Null for other requests, and for what was asked for before this was kept.
ALTER TABLE approval
  ADD COLUMN own_step text CHECK (own_step IN ('identity', 'inviter identity', 'no identity', 'no inviter identity', 'plan', 'money', 'investment', 'withdrawal', 'both')),
  ADD CONSTRAINT approval_own_step CHECK (own_step IS NULL OR why IS NOT DISTINCT FROM 'own step');
