-- The transaction with which an investor says that a payment was made: optional, and no proof of anything. Not unique:
-- whoever copies somebody else's from the public chain must not keep them from naming their own. The desk is warned.
ALTER TABLE investment ADD COLUMN txid text CHECK (txid <> '');
GRANT UPDATE (txid) ON investment TO plumb_app;

-- which payout or refund has an id is read where an investor names the same
GRANT SELECT ON payout_txid TO plumb_app;

-- found by how it begins, in lists
CREATE INDEX investment_txid ON investment (lower(txid) text_pattern_ops) WHERE txid IS NOT NULL;
-- found as the network compares it, where another record has it too
CREATE INDEX investment_plain_txid ON investment (plain_txid(network, txid)) WHERE txid IS NOT NULL;
