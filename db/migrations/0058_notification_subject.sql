-- What a notification is about, so that it opens its record; null where it is about none, and for what was written before
-- this was kept. Like its words it stays: the app may write it once (0039) and not change it.
ALTER TABLE notification
  ADD COLUMN subject_kind text,
  ADD COLUMN subject_id text,
  ADD CONSTRAINT notification_subject CHECK ((subject_kind IS NULL) = (subject_id IS NULL));
-- All that somebody was told, newest first, page by page.
CREATE INDEX notification_newest ON notification (user_id, created_at DESC, id DESC);
