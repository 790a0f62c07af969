-- What the desk's search finds people and refunds by: how a name, an e-mail, a phone number, an id or an address begins,
-- whatever the database's own order of letters is.
CREATE INDEX app_user_name_begins ON app_user (lower(name) text_pattern_ops);
CREATE INDEX app_user_email_begins ON app_user (lower(email) text_pattern_ops);
CREATE INDEX app_user_phone_begins ON app_user (phone text_pattern_ops) WHERE phone <> '';
-- and how a phone number ends: people copy it without its country
CREATE INDEX app_user_phone_ends ON app_user (reverse(phone) text_pattern_ops) WHERE phone <> '';

-- The words of a name and of what stands before the @ of an e-mail: `jones` finds amy.jones@example.com.
CREATE FUNCTION person_words(name text, email text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('simple'::regconfig,
    regexp_replace(lower(name || ' ' || split_part(email, '@', 1)), '[^a-z0-9]+', ' ', 'g'))
$$;
CREATE INDEX app_user_words ON app_user USING gin (person_words(name, email));

CREATE INDEX suspense_refund_txid ON suspense_refund (lower(txid) text_pattern_ops) WHERE txid IS NOT NULL;
CREATE INDEX suspense_refund_address ON suspense_refund (lower(address) text_pattern_ops) WHERE address IS NOT NULL;
