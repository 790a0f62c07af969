-- How many text messages go out in a day (UTC), by the owner's setting.
INSERT INTO setting (id, name) VALUES ('00000000-0000-7000-8000-000000000035', 'sms_daily_budget');
