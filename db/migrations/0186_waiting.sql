-- What all that waits would promise is summed under the lock of the reserve, by whoever invests where promises are strict:
-- over two indexes alone, that of what waits and that of who was invited, however many users and investments there are.
CREATE INDEX investment_waiting ON investment (user_id)
  INCLUDE (id, source, amount, daily_roi, duration, ref_bonus) WHERE status IN ('pending', 'waiting approval');
CREATE INDEX app_user_with_inviter ON app_user (id) WHERE inviter_id IS NOT NULL;
