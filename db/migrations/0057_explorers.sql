-- Where the transactions of each network can be looked at: a template, the default where it is null, nowhere where it is empty.
INSERT INTO setting (id, name) VALUES
  ('00000000-0000-7000-8000-000000000571', 'explorer_bitcoin'),
  ('00000000-0000-7000-8000-000000000572', 'explorer_ethereum'),
  ('00000000-0000-7000-8000-000000000573', 'explorer_tron'),
  ('00000000-0000-7000-8000-000000000574', 'explorer_litecoin'),
  ('00000000-0000-7000-8000-000000000575', 'explorer_dogecoin'),
  ('00000000-0000-7000-8000-000000000576', 'explorer_solana'),
  ('00000000-0000-7000-8000-000000000577', 'explorer_bnb_smart_chain'),
  ('00000000-0000-7000-8000-000000000578', 'explorer_polygon');
