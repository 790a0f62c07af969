-- The same address may be of another network since: that is another sentence, and one signature of it is kept as well.
ALTER TABLE wallet_signature DROP CONSTRAINT wallet_signature_once,
  ADD CONSTRAINT wallet_signature_once UNIQUE (wallet_id, epoch, network, address);
