-- The check of the books reads since when every posting of somebody names its act.
GRANT SELECT ON migration TO plumb_app;
