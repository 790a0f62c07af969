-- What somebody may withdraw in 24 hours, by whether their identity was checked; null: as much as there is.
INSERT INTO setting (id, name) VALUES
  ('00000000-0000-7000-8000-000000001231', 'withdrawal_limit_none'),
  ('00000000-0000-7000-8000-000000001232', 'withdrawal_limit_approved');
