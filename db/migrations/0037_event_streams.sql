-- The open streams of live events, of all processes: each with the session that it was opened with. The newest few of a
-- user are kept; a process that has died leaves rows behind, which newer streams of the same user push out.
CREATE TABLE event_stream (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  session_id uuid NOT NULL REFERENCES session (id) ON DELETE CASCADE
);
CREATE INDEX event_stream_of_user ON event_stream (user_id, id);
CREATE INDEX event_stream_of_session ON event_stream (session_id);
GRANT SELECT, INSERT, DELETE ON event_stream TO plumb_app;
