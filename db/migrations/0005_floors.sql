-- Whoever opens an account of an investor or of a payment wallet, the app's role among them, opens it with its floor.

ALTER TABLE account ADD CONSTRAINT account_has_floor
  CHECK (floor IS NOT DISTINCT FROM 0 OR name !~ '^(investor|custody|suspense)/');
