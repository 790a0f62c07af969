-- Whether a database holds the demo is for the owner of the tables to say (`npm run demo` marks it before an app comes
-- in): with one row the app's login kept every later start of a real house out, for good. That it is complete, the app
-- that makes it says.
REVOKE INSERT ON demo_mark FROM plumb_app;
