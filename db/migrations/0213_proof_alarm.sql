-- Why no proof could be made, where every owner was told; empty again once one is made (decision 109).
CREATE TABLE proof_alarm (
  -- without its figures, which are others at each try
  cause text PRIMARY KEY CHECK (char_length(cause) BETWEEN 1 AND 500),
  told_at timestamptz NOT NULL DEFAULT database_now()
);
GRANT SELECT, INSERT (cause), DELETE ON proof_alarm TO plumb_app;
