-- Where somebody has signed in: `network/…`, an IPv4 address or a /64 of IPv6, or `device/…`, the hash of a cookie. What
-- strangers try elsewhere never keeps anybody out of these.
CREATE TABLE known_place (
  user_id uuid NOT NULL REFERENCES app_user (id),
  place text NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, place)
);
CREATE INDEX known_place_age ON known_place (seen_at);
GRANT SELECT, INSERT, DELETE ON known_place TO plumb_app;
GRANT UPDATE (seen_at) ON known_place TO plumb_app;

-- What sessions tell of it by now. IPv6 networks come with the next sign-in.
INSERT INTO known_place (user_id, place, seen_at)
SELECT user_id, 'network/' || regexp_replace(address, '^::ffff:', ''), max(created_at)
FROM session
WHERE address ~ '^(::ffff:)?\d+\.\d+\.\d+\.\d+$'
GROUP BY 1, 2;
