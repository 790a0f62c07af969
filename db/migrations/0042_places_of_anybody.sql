-- Whether anybody has signed in from a network, which says who goes first in a flood of sign-ins.
CREATE INDEX known_place_of_anybody ON known_place (place, user_id);

-- A person is known by their newest twenty places. From now on each sign-in sees to that.
DELETE FROM known_place
USING (SELECT user_id, place, row_number() OVER (PARTITION BY user_id ORDER BY seen_at DESC, place) AS nth FROM known_place) AS kept
WHERE known_place.user_id = kept.user_id AND known_place.place = kept.place AND nth > 20;

-- That wrong passwords were tried for an e-mail address, whoever has it. Whether it has an account, whose owner is to be
-- told, is looked at afterwards, where nobody waits for it.
CREATE TABLE guessing_report (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  created_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, DELETE ON guessing_report TO plumb_app;
