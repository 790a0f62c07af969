-- How long what a rejected or abandoned identity check was handed in with is kept.
INSERT INTO setting (id, name) VALUES ('00000000-0000-7000-8000-000000001261', 'kyc_keep_days');
