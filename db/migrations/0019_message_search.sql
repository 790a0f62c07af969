-- Messages are found by the beginning of their receiver and by any part of their subject. Subjects are few: the
-- different ones are walked through in the index, and those that match lead to their messages.
CREATE INDEX message_receiver ON message (lower(receiver) text_pattern_ops);
CREATE INDEX message_subject ON message (subject, created_at DESC, id DESC) WHERE subject IS NOT NULL;
