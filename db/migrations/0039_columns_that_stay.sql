-- The app comes in as a login that owns nothing. What it never changes once it has been written, it may not change: whose
-- a record is, what was agreed and paid to, what somebody was told. The other columns stay as they are for it. A column
-- that is added later and changes needs its own GRANT UPDATE (column).
DO $$
DECLARE
  kept record;
  others text;
BEGIN
  FOR kept IN SELECT * FROM (VALUES
    ('app_user', '{id, name, email, phone, country, inviter_id, terms_version, terms_accepted_at, created_at}'),
    ('picture', '{user_id}'),
    ('registration', '{id, name, email, phone, country, password_hash, inviter_id, terms_version, terms_accepted_at, bearer_hash, created_at}'),
    ('session', '{id, user_id, bearer_hash, cookie_hash, address, user_agent, created_at, expires_at}'),
    ('reset_link', '{token_hash, user_id, created_at, expires_at}'),
    ('setup_link', '{token_hash, created_at, expires_at}'),
    ('identity_check', '{id, user_id, submitted_at}'),
    ('role_invitation', '{id, email, roles, reason, token_hash, invited_by, created_at, expires_at}'),
    ('rate_limit', '{key}'),
    ('idempotency', '{scope, route, key}'),
    ('message', '{id, channel, receiver, subject, secret, markdown, mailing_id, user_id, created_at}'),
    ('mailing', '{id, title, content, segment, plan_id, sent_by, created_at, expected}'),
    ('notification', '{user_id, id, icon, title, bold_value, status_color, status_text, created_at}'),
    ('push_subscription', '{id, user_id, endpoint}'),
    ('push', '{subscription_id, notification_id, title, content, path, created_at}'),
    ('wallet', '{id, created_at}'),
    ('plan', '{id, created_at}'),
    ('investment', '{user_id, id, tranx_id, plan_id, wallet_id, source, reinvests, plan_name, duration, daily_roi, ref_bonus, wallet_name, wallet_address, network, typed_amount}'),
    ('withdrawal', '{user_id, id, source, wallet_id, wallet_name, wallet_address, typed_amount}'),
    ('referral', '{inviter_id, id, invited_id, investment_id, ref_bonus, created_at}'),
    ('approval', '{id, kind, subject_kind, subject_id, concerns, input, version, changes, moved, asked_by, asked_at, reason}'),
    ('candle', '{symbol, interval, opens_at, source}'),
    ('market_source', '{source}'),
    ('demo_mark', '{one, begun_at}')
  ) AS stays (of_table, columns) LOOP
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO STRICT others
    FROM pg_attribute
    WHERE attrelid = kept.of_table::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      AND attname <> ALL (kept.columns::text[]);
    EXECUTE format('REVOKE UPDATE ON %I FROM plumb_app', kept.of_table);
    EXECUTE format('GRANT UPDATE (%s) ON %I TO plumb_app', others, kept.of_table);
  END LOOP;
END $$;

-- A picture is replaced and never removed.
REVOKE DELETE ON picture FROM plumb_app;
-- What a server from before PostgreSQL 15 may have left to everybody.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
