-- Lists of any length, in four orders, narrowed and searched. Each order has an index that holds what a list is narrowed
-- by too, so that a walk past records that are not asked for reads the index alone.

DROP INDEX investment_newest, investment_status;
CREATE INDEX investment_newest ON investment (created_at DESC, id DESC) INCLUDE (user_id, status, amount);
CREATE INDEX investment_status ON investment (status, created_at DESC, id DESC) INCLUDE (user_id, amount);
CREATE INDEX investment_largest ON investment (amount DESC, id DESC) INCLUDE (user_id, status, created_at);
-- how they begin, whatever the database's own order of letters is
CREATE INDEX investment_tranx_id ON investment (lower(tranx_id) text_pattern_ops);
CREATE INDEX investment_address ON investment (lower(wallet_address) text_pattern_ops);

DROP INDEX withdrawal_newest, withdrawal_status;
CREATE INDEX withdrawal_newest ON withdrawal (created_at DESC, id DESC) INCLUDE (user_id, status, amount);
CREATE INDEX withdrawal_status ON withdrawal (status, created_at DESC, id DESC) INCLUDE (user_id, amount);
CREATE INDEX withdrawal_largest ON withdrawal (amount DESC, id DESC) INCLUDE (user_id, status, created_at);
CREATE INDEX withdrawal_txid ON withdrawal (lower(txid) text_pattern_ops) WHERE txid IS NOT NULL;
CREATE INDEX withdrawal_address ON withdrawal (lower(wallet_address) text_pattern_ops);

DROP INDEX referral_newest, referral_status;
CREATE INDEX referral_newest ON referral (created_at DESC, id DESC) INCLUDE (inviter_id, invited_id, status, amount);
CREATE INDEX referral_status ON referral (status, created_at DESC, id DESC) INCLUDE (inviter_id, invited_id, amount);
CREATE INDEX referral_largest ON referral (amount DESC, id DESC) INCLUDE (inviter_id, invited_id, status, created_at);

CREATE INDEX app_user_kyc ON app_user (kyc, created_at DESC, id DESC);
