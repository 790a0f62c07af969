-- Without a mail server or gateway a message is written to a file, for whoever runs the house: nobody else has got it.
ALTER TABLE message ADD COLUMN to_file boolean NOT NULL DEFAULT false;
