-- An address settles no sooner than it was said to, and later where the account has changed hands since, confirmed or not.
DROP TRIGGER payout_address_settles_later ON payout_address;
CREATE TRIGGER payout_address_settles_later BEFORE UPDATE ON payout_address
  FOR EACH ROW WHEN (NEW.usable_at < OLD.usable_at)
  EXECUTE FUNCTION only_forward();
-- Whoever confirms one says anew when it settles: what was saved long ago could else be paid to at once.
CREATE TRIGGER payout_address_settles_anew BEFORE UPDATE ON payout_address
  FOR EACH ROW WHEN (OLD.confirmed_at IS NULL AND NEW.usable_at < NEW.confirmed_at)
  EXECUTE FUNCTION only_forward();

-- A withdrawal to an address that had settled named no entry once, and a recovery that removes the address missed it. What
-- is still to be paid names it from now on, also one that was removed since. Where nobody has confirmed the address,
-- nothing was asked of it.
UPDATE withdrawal SET address_id = (
  SELECT id FROM payout_address AS entry
  WHERE entry.user_id = withdrawal.user_id AND confirmed_at IS NOT NULL
    AND plain_address(entry.network, entry.address) = plain_address(withdrawal.network, withdrawal.wallet_address)
    AND (removed_at IS NULL OR removed_at >= withdrawal.created_at)
  ORDER BY removed_at DESC NULLS FIRST LIMIT 1)
WHERE address_id IS NULL AND status IN ('pending', 'approved');
