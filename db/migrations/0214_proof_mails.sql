-- Who wants the first proof of each month by mail (decision 109), and how far each month's mails have come.
CREATE TABLE proof_mail_wish (
  user_id uuid PRIMARY KEY REFERENCES app_user (id),
  asked_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, DELETE ON proof_mail_wish TO plumb_app;

CREATE TABLE proof_mailing (
  -- its first day, UTC
  month date PRIMARY KEY CHECK (extract(day FROM month) = 1),
  epoch integer NOT NULL REFERENCES proof (epoch),
  -- who has asked by then gets one
  begun_at timestamptz NOT NULL,
  -- everybody up to this one has theirs
  through uuid,
  mailed integer NOT NULL DEFAULT 0 CHECK (mailed >= 0),
  done_at timestamptz
);
GRANT SELECT, INSERT (month, epoch, begun_at), UPDATE (through, mailed, done_at) ON proof_mailing TO plumb_app;
