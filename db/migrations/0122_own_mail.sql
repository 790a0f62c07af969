-- What tells somebody that a mail is ours: the word that they have chosen, sealed, in every mail to them, and the
-- engraving of their account in those that ask for something.
ALTER TABLE app_user ADD COLUMN mail_word text;
GRANT UPDATE (mail_word) ON app_user TO plumb_app;
ALTER TABLE message ADD COLUMN rosette_of uuid REFERENCES app_user (id);
