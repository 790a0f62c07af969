-- One epoch has one entry in the log. With two, each over half of the people, everybody could be shown the one that they are
-- in as the proof of that epoch.
CREATE UNIQUE INDEX log_announcement_one_proof ON log_announcement ((split_part(encode(bytes, 'escape'), E'\n', 1)))
  WHERE type = 'proof';
